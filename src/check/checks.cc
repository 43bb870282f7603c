#include "check/checks.h"

#include <algorithm>

#include "base/internal_error.h"
#include "base/paths.h"
#include "syntax/ast.h"

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

bool creates_group(std::string_view text) {
  return text.find("init_process_group") != text.npos;
}

// Whether a module named in custom_imports creates the process group, which Config.fromfile imports
// before the Runner exists (mmengine/config/config.py, Config.fromfile).
Answer creates_group(const std::string& config, const Value& module, const FileSystem& files) {
  if (module.kind != Kind::kString) return Answer::kUnknown;
  std::string text;
  if (find_module(config, module.text, files, text)) {
    return creates_group(text) ? Answer::kYes : Answer::kNo;
  }
  // Installed OpenMMLab packages register classes and start nothing.
  return module.text.starts_with("mm") ? Answer::kNo : Answer::kUnknown;
}

// The module of a statement `__import__('module')`; empty for another one.
std::string_view imported_by(const syntax::Stmt& stmt) {
  if (stmt.kind != syntax::StmtKind::kExpression) return {};
  const syntax::Expr& value = *syntax::as<syntax::ExpressionStmt>(stmt).value;
  if (value.kind != syntax::ExprKind::kCall) return {};
  const auto& call = syntax::as<syntax::Call>(value);
  if (call.callee->kind != syntax::ExprKind::kName || call.arguments.empty() ||
      syntax::as<syntax::Name>(*call.callee).id != "__import__" ||
      call.arguments.front().value->kind != syntax::ExprKind::kString) {
    return {};
  }
  return syntax::as<syntax::String>(*call.arguments.front().value).value;
}

// Whether the body of a config or of one of its bases, which is all that runs of a lazy config,
// imports a module of the project that creates the process group.
bool body_creates_group(const resolve::Resolved& config, const FileSystem& files) {
  const syntax::Document& document = *config.document;
  if (document.source().bytes().find("__import__") != std::string_view::npos) {
    syntax::Parser parser;
    for (std::size_t i = 0; i < document.statements().size(); ++i) {
      const syntax::Stmt* stmt = document.statement(i, parser);
      const std::string_view module = stmt ? imported_by(*stmt) : std::string_view();
      std::string text;
      if (!module.empty() && find_module(config.path, module, files, text) && creates_group(text))
        return true;
    }
  }
  return std::any_of(config.bases.begin(), config.bases.end(), [&](const resolve::Resolved* base) {
    return body_creates_group(*base, files);
  });
}

Answer no_process_group_import(const ConfigView& view, const FileSystem& files) {
  if (body_creates_group(*view.config, files)) return Answer::kNo;
  // Config.fromfile imports nothing for a lazy config.
  if (view.config->style == resolve::Style::kLazy) return Answer::kYes;
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
