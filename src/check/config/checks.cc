#include "check/config/checks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/internal_error.h"
#include "base/text.h"
#include "catalog/vocabulary.h"
#include "check/config/group_modules.h"
#include "python/eval/natives.h"
#include "syntax/ast.h"

namespace mmlint::check {

namespace {

// The text of the module that creates the process group, if an import of this one does.
std::optional<std::string> group_text(const config::Resolved& config, std::string_view module,
                                      const FileSystem& files, GroupModules& modules) {
  const auto found = modules.module_of(config, module, files);
  return found ? modules.text_of(*found, files) : std::nullopt;
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
                                              const FileSystem& files, GroupModules& modules) {
  for (const config::Resolved* base : config.bases) {
    const auto find = [&] { return group_text_of_body(*base, files, modules); };
    if (auto text = modules.of_body(*base, find)) return text;
  }
  const syntax::Document& document = *config.document;
  if (!document.has_dunder() || !contains(document.source().bytes(), "__import__"))
    return std::nullopt;
  const std::lock_guard lock(modules.parsing());
  syntax::Parser parser;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const syntax::Stmt* stmt = document.statement(i, parser);
    const std::string_view module = stmt ? imported_by(*stmt) : std::string_view();
    if (module.empty()) continue;
    if (auto text = group_text(config, module, files, modules)) return text;
  }
  return std::nullopt;
}

constexpr std::string_view kImports[] = {"custom_imports", "imports"};

// What custom_imports names: Config.fromfile imports it before the Runner exists, but nothing for a
// lazy config (mmengine/config/config.py, Config.fromfile).
std::vector<const Value*> imports_of(const config::Resolved& config) {
  if (config.style == config::Style::kLazy) return {};
  const Value* imports = value_at(*config.root, kImports).value;
  if (!imports) return {};
  if (imports->kind != Value::Kind::kList) return {imports};
  return {imports->items().begin(), imports->items().end()};
}

Answer no_process_group_import(const ConfigView& view, const FileSystem& files) {
  const config::Resolved& config = *view.config;
  const Answer unknown = view.unknown_makes_no_group ? Answer::kYes : Answer::kUnknown;
  if (process_group_module(config, files, view.modules)) return Answer::kNo;
  if (view.partial) return Answer::kUnknown;
  if (config.style == config::Style::kLazy) return Answer::kYes;
  if (value_at(*config.root, kImports).unknown) return unknown;
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
  GroupModules modules;
  for (const Value* module : imports_of(config)) {
    if (module->kind != Value::Kind::kString || module->text().starts_with("mm") ||
        python::is_standard_module(module->text()) ||
        modules.module_of(config, module->text(), files))
      continue;
    out.emplace_back(module->text());
  }
  return out;
}

std::optional<std::string> process_group_module(const config::Resolved& config,
                                                const FileSystem& files, GroupModules* modules) {
  GroupModules own;
  if (!modules) modules = &own;
  const auto find = [&] { return group_text_of_body(config, files, *modules); };
  if (auto text = modules->of_body(config, find)) return text;
  for (const Value* module : imports_of(config)) {
    if (module->kind != Value::Kind::kString) continue;
    if (auto text = group_text(config, module->text(), files, *modules)) return text;
  }
  return std::nullopt;
}

Answer dist_cfg_is_read(const ConfigView& view, const FileSystem& files) {
  if (view.dist_cfg_is_read == Answer::kNo || view.partial) return view.dist_cfg_is_read;
  const auto text = process_group_module(*view.config, files, view.modules);
  return text && text->find("dist_cfg") == text->npos ? Answer::kNo : view.dist_cfg_is_read;
}

namespace {

struct Fact {
  std::string_view name;
  ConfigFact holds;
};
constexpr std::array<Fact, 6> kFacts = {{
    {"runnable", &ConfigView::runnable},
    {"may-run-distributed", &ConfigView::may_run_distributed},
    {"launched", &ConfigView::launched},
    {"launcher-offered", &ConfigView::launcher_offered},
    {"trained-by-runner", &ConfigView::trained_by_runner},
    {"wrapped-by-runner", &ConfigView::wrapped_by_runner},
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

ConfigFact fact_of(std::string_view name) {
  const Fact* fact = catalog::row_of(kFacts, name);
  MM_CHECK(fact != nullptr);
  return fact->holds;
}

Answer run_check(std::string_view name, const ConfigView& view, const FileSystem& files) {
  const Check* check = catalog::row_of(kChecks, name);
  MM_CHECK(check != nullptr);
  return check->answer(view, files);
}

}  // namespace mmlint::check
