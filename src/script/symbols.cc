#include "script/symbols.h"

#include <algorithm>
#include <array>
#include <utility>

namespace mmlint::script {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

// Where the packages' __init__.py files take their names from: mmengine 0.10, mmcv 1.7, torch 2.
constexpr std::array<Pair, 23> kDetours = {{
    {"mmengine.Config", "mmengine.config.Config"},
    {"mmengine.config.config.Config", "mmengine.config.Config"},
    {"mmcv.utils.Config", "mmcv.Config"},
    {"mmengine.Runner", "mmengine.runner.Runner"},
    {"mmengine.runner.runner.Runner", "mmengine.runner.Runner"},
    {"mmengine.runner._flexible_runner.FlexibleRunner", "mmengine.runner.FlexibleRunner"},
    {"mmengine.RUNNERS", "mmengine.registry.RUNNERS"},
    {"mmengine.registry.root.RUNNERS", "mmengine.registry.RUNNERS"},
    {"mmengine.dist.utils", "mmengine.dist"},
    {"mmengine.dist.dist", "mmengine.dist"},
    {"mmcv.runner.dist_utils", "mmcv.runner"},
    {"mmengine.model.wrappers.distributed", "mmengine.model"},
    {"mmengine.model.wrappers.seperate_distributed", "mmengine.model"},
    {"mmengine.model.wrappers.fully_sharded_distributed", "mmengine.model"},
    {"mmengine.model.wrappers.utils", "mmengine.model"},
    {"mmengine.model.wrappers", "mmengine.model"},
    {"torch.nn.parallel.distributed", "torch.nn.parallel"},
    {"torch.nn.parallel.data_parallel", "torch.nn.parallel"},
    {"torch.nn.DataParallel", "torch.nn.parallel.DataParallel"},
    {"torch.distributed.distributed_c10d", "torch.distributed"},
    {"torch.utils.data.dataloader", "torch.utils.data"},
    {"torch.nn.modules.batchnorm", "torch.nn"},
    {"os.environ", "<environment>"},
}};

constexpr std::array<std::string_view, 3> kConfigLoaders = {
    "mmengine.config.Config.fromfile", "mmcv.Config.fromfile", "mmengine.config.Config"};
constexpr std::array<std::string_view, 6> kRunners = {
    "mmengine.runner.Runner.from_cfg",         "mmengine.runner.Runner",
    "mmengine.runner.FlexibleRunner.from_cfg", "mmengine.runner.FlexibleRunner",
    "mmengine.registry.RUNNERS.build",         "mmengine.registry.build_runner_from_cfg"};
constexpr std::array<std::string_view, 4> kGroups = {
    "torch.distributed.init_process_group", "mmengine.dist.init_dist", "mmcv.runner.init_dist",
    "mmcv.runner.get_dist_info.init_dist"};
constexpr std::array<std::string_view, 6> kExits = {"sys.exit", "exit",     "quit",
                                                    "os._exit", "os.abort", "<parser>.error"};
constexpr std::array<std::string_view, 4> kInitialized = {
    "torch.distributed.is_initialized", "mmengine.dist.is_distributed",
    "torch.distributed.GroupMember.WORLD", "torch.distributed._is_initialized"};

constexpr std::array<std::string_view, 26> kBuiltins = {
    "exec",  "globals", "all",     "any", "max",        "min",   "bool", "dict",  "exit",
    "float", "getattr", "hasattr", "int", "isinstance", "len",   "list", "open",  "property",
    "quit",  "range",   "setattr", "str", "super",      "tuple", "vars", "object"};
constexpr std::array<std::string_view, 5> kRecords = {"<options>", "argparse.Namespace()",
                                                      "types.SimpleNamespace()",
                                                      "easydict.EasyDict()", "addict.Dict()"};

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_or_is_in(std::string_view name, std::string_view owner) {
  return name.starts_with(owner) && (name.size() == owner.size() || name[owner.size()] == '.');
}

}  // namespace

std::string canonical(std::string name) {
  // A detour may end where another begins; the list is short and has no circles.
  for (bool changed = true; std::exchange(changed, false);) {
    for (const auto& [from, to] : kDetours) {
      if (!is_or_is_in(name, from)) continue;
      name.replace(0, from.size(), to);
      changed = true;
    }
  }
  // OpenMMLab's packages have children of MMEngine's registries: mmseg.registry.RUNNERS.
  constexpr std::string_view kRunnersOfAll = ".registry.RUNNERS";
  const std::size_t package = name.find('.');
  if (name.starts_with("mm") && package != name.npos &&
      is_or_is_in(std::string_view(name).substr(package), kRunnersOfAll))
    name.replace(0, package, "mmengine");
  return name;
}

std::string attribute_of(std::string_view object, std::string_view name) {
  return canonical(std::string(object) + "." + std::string(name));
}

std::string result_of(std::string_view callee) {
  if (loads_config(callee)) return "<config>";
  if (builds_runner(callee)) return "<runner>";
  if (callee == "argparse.ArgumentParser") return "<parser>";
  if (callee == "<parser>.parse_args") return "<options>";
  constexpr std::array<std::string_view, 2> kParts = {"<parser>.add_argument_group",
                                                      "<parser>.add_mutually_exclusive_group"};
  if (is_one_of(callee, kParts)) return "<parser>";
  return std::string(callee) + "()";
}

std::optional<std::string_view> backend_of(std::string_view symbol) {
  constexpr std::array<Pair, 4> kBackends = {{{"torch.distributed.Backend.NCCL", "nccl"},
                                              {"torch.distributed.Backend.GLOO", "gloo"},
                                              {"torch.distributed.Backend.MPI", "mpi"},
                                              {"torch.distributed.Backend.UCC", "ucc"}}};
  for (const auto& [name, backend] : kBackends) {
    if (symbol == name) return backend;
  }
  return std::nullopt;
}

std::optional<Question> question(std::string_view callee) {
  if (callee == "mmengine.model.is_model_wrapper") return Question{Question::Kind::kWrapped};
  if (is_one_of(callee, kInitialized)) return Question{Question::Kind::kGroup};
  // It is False where CUDA cannot be initialised (torch/cuda/__init__.py).
  if (callee == "torch.cuda.is_initialized") return Question{Question::Kind::kDevice, "cuda"};
  constexpr std::string_view kAvailable = ".is_available";
  if (callee.ends_with(kAvailable)) {
    std::string_view of = callee.substr(0, callee.size() - kAvailable.size());
    if (of == "torch.distributed") return std::nullopt;
    if (of.starts_with("torch.backends."))
      of.remove_prefix(15);
    else if (of.starts_with("torch.") || of.starts_with("torch_"))
      of.remove_prefix(6);
    else
      return std::nullopt;
    return Question{Question::Kind::kDevice, std::string(of.substr(0, of.find('.')))};
  }
  // mmengine/device/utils.py: is_cuda_available and its sisters.
  constexpr std::string_view kPrefix = "mmengine.device.is_", kEnd = "_available";
  if (callee.starts_with(kPrefix) && callee.ends_with(kEnd)) {
    const std::size_t size = callee.size() - kPrefix.size() - kEnd.size();
    return Question{Question::Kind::kDevice, std::string(callee.substr(kPrefix.size(), size))};
  }
  return std::nullopt;
}

bool is_builtin(std::string_view name) {
  return is_one_of(name, kBuiltins);
}

bool ends_the_program(std::string_view callee) {
  return is_one_of(callee, kExits);
}

bool makes_group(std::string_view callee) {
  return is_one_of(callee, kGroups);
}

bool wraps_for_group(std::string_view callee) {
  return callee.ends_with("DistributedDataParallel");
}

bool destroys_group(std::string_view callee) {
  return callee == "torch.distributed.destroy_process_group";
}

bool loads_config(std::string_view callee) {
  return is_one_of(callee, kConfigLoaders);
}

bool builds_runner(std::string_view callee) {
  return is_one_of(callee, kRunners);
}

bool is_record(std::string_view symbol) {
  return is_one_of(symbol, kRecords);
}

std::string shown(std::string symbol) {
  constexpr std::array<Pair, 7> kShown = {{{"<config>", "cfg"},
                                           {"<runner>", "runner"},
                                           {"<parser>", "parser"},
                                           {"<options>", "args"},
                                           {"<environment>", "os.environ"},
                                           {"<rank>", "rank"},
                                           {"?", ""}}};
  for (const auto& [from, to] : kShown) {
    if (symbol.starts_with(from)) return symbol.replace(0, from.size(), to);
  }
  // What the script defines itself is called by its place, which nobody wants to read.
  const std::size_t member = symbol.find('.');
  const bool own = symbol.starts_with("class@") || symbol.starts_with("def@");
  return own && member != symbol.npos ? symbol.substr(member) : symbol;
}

std::optional<std::string_view> below(std::string_view symbol, std::string_view owner) {
  if (!is_or_is_in(symbol, owner)) return std::nullopt;
  symbol.remove_prefix(owner.size());
  if (!symbol.empty()) symbol.remove_prefix(1);
  return symbol;
}

}  // namespace mmlint::script
