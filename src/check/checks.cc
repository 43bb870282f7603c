#include "check/checks.h"

#include <algorithm>

#include "base/internal_error.h"
#include "base/paths.h"

namespace mmlint::check {

using resolve::Kind;
using resolve::Value;

namespace {

// The file of a module that is imported from the project: beside the config or in a folder above
// it. Python looks in sys.path, which for a launched script holds the script's folder and
// PYTHONPATH.
const std::string* find_module(const std::string& config, std::string_view module,
                               const FileSystem& files, std::string& text) {
  std::string relative(module);
  std::replace(relative.begin(), relative.end(), '.', '/');
  std::string folder = parent_folder(config);
  for (int i = 0; i < 16; ++i) {
    for (const char* end : {".py", "/__init__.py"}) {
      const std::string path = join_path(folder, relative + end);
      if (files.kind(path) != FileKind::kFile) continue;
      if (const auto bytes = files.read(path)) {
        text = *bytes;
        return &text;
      }
    }
    if (folder == "/") break;
    folder = parent_folder(folder);
  }
  return nullptr;
}

// Whether a module named in custom_imports creates the process group, which Config.fromfile imports
// before the Runner exists (mmengine/config/config.py, Config.fromfile).
Answer creates_group(const std::string& config, const Value& module, const FileSystem& files) {
  if (module.kind != Kind::kString) return Answer::kUnknown;
  std::string text;
  if (find_module(config, module.text, files, text)) {
    return text.find("init_process_group") != std::string::npos ? Answer::kYes : Answer::kNo;
  }
  // Installed OpenMMLab packages register classes and start nothing.
  return module.text.starts_with("mm") ? Answer::kNo : Answer::kUnknown;
}

Answer no_process_group_import(const ConfigView& view, const FileSystem& files) {
  const resolve::Found imports = resolve::find(*view.config->root, "custom_imports.imports");
  if (imports.unknown) return Answer::kUnknown;
  if (!imports.value) return Answer::kYes;
  const std::vector<Value*> one{const_cast<Value*>(imports.value)};
  const auto& modules = imports.value->kind == Kind::kList ? imports.value->items : one;
  Answer result = Answer::kYes;
  for (const Value* module : modules) {
    const Answer creates = creates_group(view.config->path, *module, files);
    if (creates == Answer::kYes) return Answer::kNo;
    if (creates == Answer::kUnknown) result = Answer::kUnknown;
  }
  return result;
}

}  // namespace

Answer run_check(std::string_view name, const ConfigView& view, const FileSystem& files) {
  MM_CHECK(name == "no-process-group-import");
  return no_process_group_import(view, files);
}

}  // namespace mmlint::check
