#include "fix/config/process_group_module.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "base/paths.h"
#include "base/text.h"
#include "check/common/passes.h"
#include "config/mode.h"
#include "value/key_path.h"
#include "value/value_python.h"

namespace mmlint::fix {

namespace {

constexpr std::string_view kFirstLine = "# Written by mmlint: makes the process group for ";
constexpr int kNames = 9;  // tried one after another

// Arguments of torch.distributed.init_process_group that a config can give (mmengine/dist/utils.py,
// init_dist, hands them on). Rank and world size are the launcher's.
constexpr std::array<std::string_view, 3> kArguments = {"timeout", "init_method", "group_name"};

OrRefusal<std::string> backend(const FoundValue& found, const catalog::Target& target) {
  if (found.unknown) return refuse(Reason::kBackendNotKnown);
  const catalog::Literal* usable = target.fact("backends.usable");
  const auto* standard = target.fact("backends.default");
  if (found.value && usable && usable->list()) {
    for (const catalog::Literal& name : *usable->list()) {
      if (name.string() && check::equals(*found.value, name, true)) return *name.string();
    }
  }
  if (!standard || !standard->string()) return refuse(Reason::kNoBackend);
  return *standard->string();
}

// ", timeout=..." and the like.
OrRefusal<std::string> further_arguments(const Value& root) {
  std::string out;
  for (const std::string_view name : kArguments) {
    const std::string key = fmt::format("env_cfg.dist_cfg.{}", name);
    const FoundValue found = value_at(root, key);
    if (found.unknown) return refuse(Reason::kNotKnown, {key});
    if (!found.value || found.value->kind == Value::Kind::kNone) continue;
    const Value& value = *found.value;
    const bool number = value.kind == Value::Kind::kInt || value.kind == Value::Kind::kFloat;
    if (name == "timeout" ? !number : value.kind != Value::Kind::kString)
      return refuse(Reason::kIsValue, {key, print(value, 60)});
    const std::string text = print(value, std::string::npos);
    out += ",\n            ";
    out += name == "timeout" ? fmt::format("timeout=datetime.timedelta(seconds={})", text)
                             : fmt::format("{}={}", name, text);
  }
  return out;
}

// A name for `import` out of any file name: letters of every script stay.
std::string identifier(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, character_length(text));
    const std::string character(text.substr(0, length));
    out += is_normal_identifier("a" + character) ? character : "_";
    text.remove_prefix(length);
  }
  return is_normal_identifier(out) ? out : "_" + out;
}

void add_folders_of_bases(const config::Resolved& config, std::set<std::string>& out) {
  for (const config::Resolved* base : config.bases) {
    if (out.insert(parent_folder(base->path)).second || !base->bases.empty())
      add_folders_of_bases(*base, out);
  }
}

// A config adds its folder to sys.path, and so do its bases before it and its heirs after it.
std::set<std::string> folders_of_relatives(const config::Resolved& config,
                                           const project::Index& index) {
  std::set<std::string> out;
  add_folders_of_bases(config, out);
  for (const project::Node* heir : index.reach({config.path}))
    out.insert(parent_folder(heir->path()));
  return out;
}

}  // namespace

OrRefusal<std::string> module_text(const config::Resolved& config, const catalog::Target& target) {
  const Value& root = *config.root;
  const Value* launcher = root.dict().get("launcher");
  if (launcher && launcher->kind == Value::Kind::kString && launcher->text() != "pytorch") {
    return refuse(Reason::kOtherLauncher, {std::string(launcher->text())});
  }
  const FoundValue starter = value_at(root, "env_cfg.dist_cfg.init_backend");
  if (starter.unknown || (starter.value && !starter.value->is_string("torch")))
    return refuse(Reason::kLibraryMakesGroup);
  const auto name = backend(value_at(root, "env_cfg.dist_cfg.backend"), target);
  if (!name) return name;
  const auto more = further_arguments(root);
  if (!more) return more;
  const char* import = more->find("timedelta") == std::string::npos ? "" : "import datetime\n";
  return fmt::format(
      R"({0}{1}. MMEngine makes
# none where one exists; it would call torch.cuda.set_device first, which fails there.
{2}import os

if 'RANK' in os.environ and 'WORLD_SIZE' in os.environ:
    import torch.distributed as dist

    if not dist.is_initialized():
        os.environ.setdefault('MASTER_ADDR', '127.0.0.1')
        os.environ.setdefault('MASTER_PORT', '29500')
        dist.init_process_group(
            backend={3},
            rank=int(os.environ['RANK']),
            world_size=int(os.environ['WORLD_SIZE']){4})
)",
      kFirstLine, target.name, import, python_string(*name), *more);
}

OrRefusal<NewFile> module_beside(const config::Resolved& config, const std::string& text,
                                 std::span<const NewFile> planned, const Context& context) {
  const FileSystem& files = context.workspace.files();
  const Packages packages(files, context.workspace.settings().packages);
  const std::string folder = parent_folder(config.path);
  const std::set<std::string> relatives = folders_of_relatives(config, context.index);
  const std::string name = identifier(stem(config.path)) + "_process_group";
  for (int i = 1; i <= kNames; ++i) {
    const std::string numbered = i == 1 ? name : fmt::format("{}_{}", name, i);
    const NewFile module{join_path(folder, numbered + ".py"), text};
    const auto stands_in = [&](const std::string& other) {
      const bool is_planned = std::any_of(planned.begin(), planned.end(), [&](const NewFile& file) {
        return file.path == join_path(other, numbered + ".py");
      });
      return other != folder &&
             (is_planned || files.kind(join_path(other, numbered + ".py")) != FileKind::kMissing);
    };
    const bool taken = files.kind(join_path(folder, numbered)) != FileKind::kMissing ||
                       packages.has_top_level(numbered) ||
                       std::any_of(relatives.begin(), relatives.end(), stands_in);
    if (taken) continue;
    const FileKind kind = files.kind(module.path);
    if (kind == FileKind::kMissing) return module;
    if (kind != FileKind::kFile) continue;
    const auto bytes = files.read(module.path);
    if (!bytes) continue;
    if (*bytes == text || (context.overwrite && bytes->starts_with(kFirstLine))) return module;
  }
  return refuse(Reason::kModuleExists, {name});
}

}  // namespace mmlint::fix
