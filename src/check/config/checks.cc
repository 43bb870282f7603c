#include "check/config/checks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/internal_error.h"
#include "base/paths.h"
#include "catalog/vocabulary.h"
#include "python/eval/natives.h"
#include "script/summary.h"
#include "script/symbols.h"
#include "syntax/ast.h"

namespace mmlint::check {

namespace {

// The folders that a config and its bases add to sys.path as their own: base after base, as they
// run.
void add_own_folders(const config::Resolved& config, std::vector<std::string>& out) {
  for (const config::Resolved* base : config.bases) add_own_folders(*base, out);
  const std::string_view text = config.document->source().bytes();
  const bool adds = text.find(".path.") != text.npos &&
                    (text.find("fileDirname") != text.npos || text.find("__file__") != text.npos);
  if (adds) out.push_back(parent_folder(config.path));
}

// The text of a module that is imported from the project: in a folder that the config adds to
// sys.path, beside the config, or in a folder above it. sys.path of a launched script holds the
// script's folder and PYTHONPATH.
std::optional<std::string> module_text(const config::Resolved& config, std::string_view module,
                                       const FileSystem& files) {
  std::string relative(module);
  std::replace(relative.begin(), relative.end(), '.', '/');
  std::vector<std::string> folders;
  add_own_folders(config, folders);
  for (std::string folder = parent_folder(config.path); folders.size() < 64;
       folder = parent_folder(folder)) {
    folders.push_back(folder);
    if (folder == "/") break;
  }
  for (const std::string& folder : folders) {
    for (const char* end : {".py", "/__init__.py"}) {
      const std::string path = join_path(folder, relative + end);
      if (files.kind(path) != FileKind::kFile) continue;
      if (auto bytes = files.read(path)) return *std::move(bytes);
    }
  }
  return std::nullopt;
}

bool is_definition(const syntax::StatementRange& statement) {
  return statement.keyword == "def" || statement.keyword == "async" ||
         statement.keyword == "class" || statement.keyword == "@";
}

// Whether an import runs what stands at a place: it is in no function, or in one whose name some
// other statement uses that the import runs.
bool runs_when_imported(const syntax::Document& document, Span at) {
  const std::string_view text = document.source().bytes();
  const auto code = [text](const syntax::StatementRange& s) {
    return text.substr(s.begin, s.end - s.begin);
  };
  std::vector<const syntax::StatementRange*> waiting;  // definitions that nothing is known to use
  std::string run;
  for (const syntax::StatementRange& s : document.statements()) {
    if (is_definition(s)) {
      waiting.push_back(&s);
    } else if (s.begin <= at.begin && at.end <= s.end) {
      return true;
    } else if (s.keyword != "#") {
      run.append(code(s)).append("\n");
    }
  }
  const auto is_used = [&](const syntax::StatementRange& s) {
    const std::string_view word = s.keyword == "class" ? "class " : "def ";
    const std::size_t begin = code(s).find(word);
    if (begin == std::string_view::npos) return true;
    const std::string_view rest = code(s).substr(begin + word.size());
    return run.find(rest.substr(0, rest.find_first_of("( :"))) != std::string::npos;
  };
  for (std::size_t before = 0; before != waiting.size();) {
    before = waiting.size();
    for (std::size_t i = waiting.size(); i-- > 0;) {
      const syntax::StatementRange& s = *waiting[i];
      if (!is_used(s)) continue;
      if (s.begin <= at.begin && at.end <= s.end) return true;
      run.append(code(s)).append("\n");
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  return false;
}

// True if a run of the module comes to a call that makes the process group, on some path.
bool makes_group(const std::string& text) {
  if (text.find("init_process_group") == text.npos && text.find("init_dist") == text.npos)
    return false;
  SourceStore sources;
  syntax::Parser parser;
  const syntax::Document document(sources.add("module.py", text, false));
  const auto module = script::summarize_if_valid(document, parser);
  return module && std::any_of(module->calls.begin(), module->calls.end(), [&](const auto& call) {
           return script::makes_group(call.symbol) && runs_when_imported(document, call.span);
         });
}

// The same, if it creates the process group.
std::optional<std::string> group_text(const config::Resolved& config, std::string_view module,
                                      const FileSystem& files) {
  auto text = module_text(config, module, files);
  if (text && !makes_group(*text)) text.reset();
  return text;
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

// The module of the project that creates the process group, of those that the body of a config or
// of one of its bases imports, which is all that runs of a lazy config. Bases run first.
std::optional<std::string> group_text_of_body(const config::Resolved& config,
                                              const FileSystem& files) {
  for (const config::Resolved* base : config.bases) {
    if (auto text = group_text_of_body(*base, files)) return text;
  }
  const syntax::Document& document = *config.document;
  if (document.source().bytes().find("__import__") == std::string_view::npos) return std::nullopt;
  syntax::Parser parser;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::Stmt* stmt = document.statement(i, parser);
    const std::string_view module = stmt ? imported_by(*stmt) : std::string_view();
    if (module.empty()) continue;
    if (auto text = group_text(config, module, files)) return text;
  }
  return std::nullopt;
}

// What custom_imports names: Config.fromfile imports it before the Runner exists, but nothing for a
// lazy config (mmengine/config/config.py, Config.fromfile).
std::vector<const Value*> imports_of(const config::Resolved& config) {
  if (config.style == config::Style::kLazy) return {};
  const Value* imports = value_at(*config.root, "custom_imports.imports").value;
  if (!imports) return {};
  if (imports->kind != Value::Kind::kList) return {imports};
  return {imports->items.begin(), imports->items.end()};
}

Answer no_process_group_import(const ConfigView& view, const FileSystem& files) {
  const config::Resolved& config = *view.config;
  const Answer unknown = view.unknown_makes_no_group ? Answer::kYes : Answer::kUnknown;
  if (process_group_module(config, files)) return Answer::kNo;
  if (view.partial) return Answer::kUnknown;
  if (config.style == config::Style::kLazy) return Answer::kYes;
  if (value_at(*config.root, "custom_imports.imports").unknown) return unknown;
  const auto imports = imports_of(config);
  const bool known = std::all_of(imports.begin(), imports.end(), [&](const Value* module) {
    return module->kind == Value::Kind::kNone || module->kind == Value::Kind::kString;
  });
  return known ? Answer::kYes : unknown;
}

}  // namespace

// Installed OpenMMLab packages register classes and start nothing, and neither do Python's own.
std::vector<std::string> imports_not_found(const config::Resolved& config,
                                           const FileSystem& files) {
  std::vector<std::string> out;
  for (const Value* module : imports_of(config)) {
    if (module->kind != Value::Kind::kString || module->text.starts_with("mm") ||
        python::is_standard_module(module->text) || module_text(config, module->text, files))
      continue;
    out.emplace_back(module->text);
  }
  return out;
}

std::optional<std::string> process_group_module(const config::Resolved& config,
                                                const FileSystem& files) {
  if (auto text = group_text_of_body(config, files)) return text;
  for (const Value* module : imports_of(config)) {
    if (module->kind != Value::Kind::kString) continue;
    if (auto text = group_text(config, module->text, files)) return text;
  }
  return std::nullopt;
}

Answer dist_cfg_is_read(const ConfigView& view, const FileSystem& files) {
  if (view.dist_cfg_is_read == Answer::kNo || view.partial) return view.dist_cfg_is_read;
  const auto text = process_group_module(*view.config, files);
  return text && text->find("dist_cfg") == text->npos ? Answer::kNo : view.dist_cfg_is_read;
}

namespace {

struct Fact {
  std::string_view name;
  bool ConfigView::*holds;
};
constexpr std::array<Fact, 4> kFacts = {{
    {"runnable", &ConfigView::runnable},
    {"may-run-distributed", &ConfigView::may_run_distributed},
    {"launched", &ConfigView::launched},
    {"launcher-offered", &ConfigView::launcher_offered},
}};
static_assert(catalog::has_names(kFacts, catalog::kConfigFacts));

struct Check {
  std::string_view name;
  Answer (*answer)(const ConfigView& view, const FileSystem& files);
};
constexpr std::array<Check, 2> kChecks = {{
    {"no-process-group-import", no_process_group_import},
    {"dist-cfg-is-read", dist_cfg_is_read},
}};
static_assert(catalog::has_names(kChecks, catalog::kConfigChecks));

}  // namespace

bool has_fact(std::string_view name, const ConfigView& view) {
  const Fact* fact = catalog::row_of(kFacts, name);
  MM_CHECK(fact != nullptr);
  return view.*(fact->holds);
}

Answer run_check(std::string_view name, const ConfigView& view, const FileSystem& files) {
  const Check* check = catalog::row_of(kChecks, name);
  MM_CHECK(check != nullptr);
  return check->answer(view, files);
}

}  // namespace mmlint::check
