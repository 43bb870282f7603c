#include "script/symbols.h"

#include "base/algorithms.h"

namespace mmlint::script {
namespace {

using Kind = Symbol::Kind;
using Pair = std::pair<std::string_view, std::string_view>;

// What libraries' objects do, by their names; a bit each.
enum Role : std::uint16_t {
  kNoted = 1,  // the roles are known
  kConfigLoader = 2,
  kRunner = 4,
  kGroup = 8,
  kFieldParser = 16,  // returns a dataclass with the options of the command line in its fields
  kExit = 32,
  kInitialized = 64,
  kRecord = 128,
};

const std::unordered_map<std::string_view, std::uint16_t>& roles() {
  static const auto& all = *new std::unordered_map<std::string_view, std::uint16_t>{
      {"mmengine.config.Config.fromfile", kConfigLoader},
      {"mmcv.Config.fromfile", kConfigLoader},
      {"mmengine.config.Config", kConfigLoader},
      {"mmengine.runner.Runner.from_cfg", kRunner},
      {"mmengine.runner.Runner", kRunner},
      {"mmengine.runner.FlexibleRunner.from_cfg", kRunner},
      {"mmengine.runner.FlexibleRunner", kRunner},
      {"mmengine.registry.RUNNERS.build", kRunner},
      {"mmengine.registry.build_runner_from_cfg", kRunner},
      {"torch.distributed.init_process_group", kGroup},
      {"mmengine.dist.init_dist", kGroup},
      {"mmcv.runner.init_dist", kGroup},
      {"mmcv.runner.get_dist_info.init_dist", kGroup},
      {"simple_parsing.parse", kFieldParser},
      {"tyro.cli", kFieldParser},
      {"sys.exit", kExit},
      {"exit", kExit},
      {"quit", kExit},
      {"os._exit", kExit},
      {"os.abort", kExit},
      {"torch.distributed.is_initialized", kInitialized},
      {"mmengine.dist.is_distributed", kInitialized},
      {"torch.distributed.GroupMember.WORLD", kInitialized},
      {"torch.distributed._is_initialized", kInitialized},
      {"argparse.Namespace()", kRecord},
      {"types.SimpleNamespace()", kRecord},
      {"easydict.EasyDict()", kRecord},
      {"addict.Dict()", kRecord},
  };
  return all;
}

bool has_role(Symbol symbol, Role role) {
  std::atomic<std::uint16_t>* noted = symbol.roles();
  if (!noted) return false;
  std::uint16_t known = noted->load(std::memory_order_relaxed);
  if (!known) {
    const auto found = roles().find(symbol.text());
    known = static_cast<std::uint16_t>(kNoted | (found == roles().end() ? 0 : found->second));
    noted->store(known, std::memory_order_relaxed);
  }
  return known & role;
}

constexpr std::array<std::string_view, 28> kBuiltins = {
    "exec", "globals", "all",   "any",      "max",     "min",   "bool",
    "dict", "exit",    "float", "getattr",  "hasattr", "int",   "isinstance",
    "len",  "list",    "open",  "property", "quit",    "range", "setattr",
    "str",  "super",   "tuple", "vars",     "object",  "map",   "type"};

// Packages that have functions is_cuda_available(), is_torch_npu_available() and so on.
constexpr std::array<std::string_view, 3> kDeviceChecks = {"mmengine.device", "accelerate",
                                                           "transformers"};

// The middle of a name that begins and ends so; empty for any other.
std::string_view between(std::string_view name, std::string_view begin, std::string_view end) {
  const bool fits =
      name.size() > begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
  return fits ? name.substr(begin.size(), name.size() - begin.size() - end.size()) : "";
}

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return is_in(name, names);
}

}  // namespace

Symbol result_of(Symbol callee) {
  if (loads_config(callee)) return Symbol::config();
  if (builds_runner(callee)) return Symbol::runner();
  if (callee == "argparse.ArgumentParser") return Symbol::parser();
  if (callee.is_method(Kind::kParser, "parse_args") || has_role(callee, kFieldParser))
    return Symbol::options();
  if (callee.is_method(Kind::kParser, "add_argument_group") ||
      callee.is_method(Kind::kParser, "add_mutually_exclusive_group"))
    return Symbol::parser();
  return callee.result();
}

bool has_options(Symbol tuple, std::size_t item) {
  return tuple.callee().is_method("parse_args_into_dataclasses") ||
         (item == 0 && tuple.callee().is_method(Kind::kParser, "parse_known_args"));
}

std::optional<std::string_view> constant_text(Symbol symbol) {
  constexpr std::array<Pair, 9> kTexts = {{{"torch.distributed.Backend.NCCL", "nccl"},
                                           {"torch.distributed.Backend.GLOO", "gloo"},
                                           {"torch.distributed.Backend.MPI", "mpi"},
                                           {"torch.distributed.Backend.UCC", "ucc"},
                                           {"os.name", "posix"},
                                           {"sys.platform", "linux"},
                                           {"platform.system()", "Linux"},
                                           {"platform.uname().system", "Linux"},
                                           {"os.uname().sysname", "Linux"}}};
  for (const auto& [name, text] : kTexts) {
    if (symbol == name) return text;
  }
  return std::nullopt;
}

std::optional<Question> question(Symbol callee) {
  if (callee == "mmengine.model.is_model_wrapper") return Question{Question::Kind::kWrapped};
  if (has_role(callee, kInitialized)) return Question{Question::Kind::kGroup};
  if (callee == "mmengine.dist.is_main_process")
    return Question{Question::Kind::kRank, "mmengine.dist.get_rank()=0"};
  // It is False where CUDA cannot be initialised (torch/cuda/__init__.py).
  if (callee == "torch.cuda.is_initialized") return Question{Question::Kind::kDevice, "cuda"};
  // NCCL is a part of the builds for CUDA.
  if (callee == "torch.distributed.is_nccl_available")
    return Question{Question::Kind::kDevice, "cuda"};
  if (callee.is_method("is_available")) {
    const Symbol module = callee.owner();
    std::string_view device;
    if (const auto backend = module.path_below("torch.backends"))
      device = *backend;
    else if (const auto part = module.path_below("torch"); part && part != "distributed")
      device = *part;
    else if (module.package().starts_with("torch_"))
      device = module.text().substr(6);
    else if (module.is_dotted_name() && module.name() == "CUDAAccelerator")  // of Lightning
      device = "cuda";
    else
      return std::nullopt;
    return Question{Question::Kind::kDevice, std::string(device.substr(0, device.find('.')))};
  }
  const bool is_check =
      callee.is_dotted_name() && std::ranges::any_of(kDeviceChecks, [&](std::string_view package) {
        return callee.is_inside(package);
      });
  std::string_view device = is_check ? between(callee.name(), "is_", "_available") : "";
  if (device.starts_with("torch_")) device.remove_prefix(6);
  if (device.empty()) return std::nullopt;
  return Question{Question::Kind::kDevice, std::string(device)};
}

std::optional<Question> question_of_constant(Symbol symbol) {
  if (!symbol.is_inside("mmcv.utils")) return std::nullopt;
  std::string device(between(symbol.name(), "IS_", "_AVAILABLE"));
  if (device.empty()) return std::nullopt;
  for (char& c : device) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return Question{Question::Kind::kDevice, std::move(device)};
}

bool is_builtin(std::string_view name) {
  return is_one_of(name, kBuiltins);
}

bool only_looks(std::string_view name) {
  constexpr std::array<std::string_view, 17> kFunctions = {
      "clip_grad_norm_", "compile", "deepcopy", "enumerate", "hasattr", "id",   "info",
      "isinstance",      "iter",    "len",      "print",     "repr",    "save", "sum",
      "summary",         "type",    "zip"};
  return is_one_of(name, kFunctions);
}

bool puts_in(Symbol callee) {
  constexpr std::array<std::string_view, 6> kMethods = {"append", "extend",     "get",
                                                        "insert", "setdefault", "update"};
  return callee.owner() == Symbol::unknown() && is_one_of(callee.name(), kMethods);
}

bool ends_the_program(Symbol callee) {
  return callee.is_method(Kind::kParser, "error") || has_role(callee, kExit);
}

bool makes_group(Symbol callee) {
  return has_role(callee, kGroup);
}

bool wraps_for_group(Symbol callee) {
  return callee.name().ends_with("DistributedDataParallel");
}

bool destroys_group(Symbol callee) {
  return callee == "torch.distributed.destroy_process_group";
}

Symbol group_end() {
  return Symbol::mark("group").attribute("end");
}

bool loads_config(Symbol callee) {
  return has_role(callee, kConfigLoader);
}

bool builds_runner(Symbol callee) {
  return has_role(callee, kRunner);
}

bool adds_command(Symbol callee) {
  return callee.is_method("add_parser") &&
         callee.owner().callee().is_method(Kind::kParser, "add_subparsers");
}

bool is_record(Symbol symbol) {
  return symbol == Symbol::options() || has_role(symbol, kRecord);
}

Symbol namespace_owner(Symbol dict) {
  const Symbol owner = dict.name() == "__dict__" ? dict.owner() : Symbol();
  return owner.is_definition() ? owner : Symbol();
}

std::string shown(Symbol symbol) {
  constexpr std::array<std::pair<Symbol::Kind, std::string_view>, 8> kShown = {
      {{Symbol::Kind::kConfig, "cfg"},
       {Symbol::Kind::kRunner, "runner"},
       {Symbol::Kind::kParser, "parser"},
       {Symbol::Kind::kOptions, "args"},
       {Symbol::Kind::kEnvironment, "os.environ"},
       {Symbol::Kind::kRank, "rank"},
       {Symbol::Kind::kTurn, "turn"},
       {Symbol::Kind::kUnknown, ""}}};
  for (const auto& [root, name] : kShown) {
    if (symbol.root() == root) return std::string(name).append(symbol.behind_root());
  }
  // What the script defines itself is called by its place, which nobody wants to read.
  const std::size_t member = symbol.text().find('.');
  return std::string(symbol.is_defined() && member != std::string_view::npos
                         ? symbol.text().substr(member)
                         : symbol.text());
}

}  // namespace mmlint::script
