#include "fix/script/imports.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>

#include <fmt/format.h>

#include "fix/script/import_order.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using syntax::as;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

constexpr std::string_view kDistributed = "torch.distributed";

// Whether anything in the statement, at any depth, gives the name to something else than the
// module.
bool rebinds(const Stmt& stmt, std::string_view name, std::string_view module) {
  bool found = false;
  syntax::for_each_bound_name(stmt, [&](std::string_view bound) {
    const auto imports = syntax::imported_names(stmt);
    const auto import = imports.find(bound);
    found = found || (bound == name && (import == imports.end() || import->second != module));
  });
  if (stmt.kind == StmtKind::kFunction) {
    for (const syntax::Parameter& parameter : as<syntax::Function>(stmt).parameters)
      found = found || parameter.name == name;
  }
  syntax::for_each_child(
      stmt, [](const syntax::Expr&) {},
      [&](const Stmt& inner) { found = found || rebinds(inner, name, module); });
  return found;
}

bool is_docstring(const Stmt& stmt) {
  return stmt.kind == StmtKind::kExpression &&
         as<syntax::ExpressionStmt>(stmt).value->kind == syntax::ExprKind::kString;
}

bool is_future(const Stmt& stmt) {
  return stmt.kind == StmtKind::kImportFrom && as<syntax::ImportFrom>(stmt).module == "__future__";
}

// PyTorch, what is built on it, and OpenMMLab's packages.
bool is_of_torch(const Stmt& stmt) {
  const auto loads = [](std::string_view module) {
    const std::string_view package = module.substr(0, module.find('.'));
    return package.starts_with("torch") || (package.starts_with("mm") && package != "mmap");
  };
  if (stmt.kind == StmtKind::kImportFrom)
    return as<syntax::ImportFrom>(stmt).level == 0 && loads(as<syntax::ImportFrom>(stmt).module);
  if (stmt.kind != StmtKind::kImport) return false;
  const auto names = as<syntax::Import>(stmt).names;
  return std::any_of(names.begin(), names.end(),
                     [&](const syntax::ImportedName& name) { return loads(name.name); });
}

}  // namespace

ScriptImports::ScriptImports(const syntax::Document& document, syntax::Parser& parser,
                             std::uint32_t place)
    : document_(document), place_(place) {
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (const Stmt* stmt = document.statement(i, parser)) statements_.push_back(stmt);
  }
}

OrRefusal<std::string> ScriptImports::use(std::string_view module) {
  const auto is_free = [&](std::string_view name, std::string_view stands_for) {
    return std::none_of(statements_.begin(), statements_.end(),
                        [&](const Stmt* stmt) { return rebinds(*stmt, name, stands_for); });
  };
  for (const Stmt* stmt : statements_) {
    if (stmt->begin >= place_) break;
    for (const auto& [name, stands_for] : syntax::imported_names(*stmt)) {
      if (stands_for == module && is_free(name, module)) return std::string(name);
    }
  }
  for (const Stmt* stmt : statements_) {
    if (stmt->begin >= place_ || module != kDistributed) break;
    // torch/__init__.py imports torch.distributed.
    for (const auto& [name, stands_for] : syntax::imported_names(*stmt)) {
      if (stands_for == "torch" && is_free(name, "torch"))
        return fmt::format("{}.distributed", name);
    }
  }
  constexpr std::array<std::string_view, 2> kShort = {"dist", "torch_dist"};  // mmengine has a dist
  using Names = std::span<const std::string_view>;
  const Names names = module == kDistributed ? Names(kShort) : Names(&module, 1);
  const auto name = std::find_if(names.begin(), names.end(),
                                 [&](std::string_view one) { return is_free(one, module); });
  if (name == names.end()) return refuse(Reason::kNameTaken, {std::string(names.back())});
  if (module == kDistributed)
    other_.insert(fmt::format("import {} as {}", module, *name));
  else
    standard_.insert(fmt::format("import {}", module));
  return std::string(*name);
}

const Stmt* ScriptImports::loads_torch() const {
  for (const Stmt* stmt : statements_) {
    if (stmt->begin >= place_) break;
    const bool tries = stmt->kind == StmtKind::kTry && !as<syntax::Try>(*stmt).body.empty();
    if (is_of_torch(tries ? *as<syntax::Try>(*stmt).body.front() : *stmt)) return stmt;
  }
  return nullptr;
}

std::vector<std::string> ScriptImports::local() const {
  if (loads_torch()) return {};
  return {other_.begin(), other_.end()};
}

std::vector<TextEdit> ScriptImports::edits() const {
  std::size_t first = 0;
  if (first < statements_.size() && is_docstring(*statements_[first])) ++first;
  while (first < statements_.size() && is_future(*statements_[first])) ++first;
  ImportOrder order(document_, statements_, first);
  for (const std::string& line : standard_) order.add_standard(line);
  if (const Stmt* loads = other_.empty() ? nullptr : loads_torch()) {
    for (const std::string& line : other_) order.add_beside(*loads, line);
  }
  return order.edits();
}

}  // namespace mmlint::fix
