#include "fix/script/imports.h"

#include "facts/libraries.h"
#include "fix/text/statement_edits.h"
#include "syntax/bindings.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

constexpr std::string_view kDistributed = "torch.distributed", kTorch = "torch",
                           kGetDevice = "mmengine.device.get_device";

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
  return std::ranges::any_of(names,
                             [&](const syntax::ImportedName& name) { return loads(name.name); });
}

bool is_import(const Stmt& stmt) {
  return stmt.kind == StmtKind::kImport || stmt.kind == StmtKind::kImportFrom;
}

// Adds the imports that are executed before the place in the functions around it.
void add_around(const Stmt& stmt, std::uint32_t place, std::vector<const Stmt*>& out) {
  if (place < stmt.begin || place >= stmt.end) return;
  const bool one_block = stmt.kind == StmtKind::kFunction || stmt.kind == StmtKind::kWith;
  syntax::for_each_child(
      stmt, [](const syntax::Expr&) {},
      [&](const Stmt& inner) {
        if (one_block && inner.end <= place && is_import(inner)) out.push_back(&inner);
        add_around(inner, place, out);
      });
}

// The module by which an import is sorted; of a relative one, none.
std::string_view module_of(const Stmt& stmt) {
  if (stmt.kind == StmtKind::kImport) return as<syntax::Import>(stmt).names.front().name;
  return as<syntax::ImportFrom>(stmt).level == 0 ? as<syntax::ImportFrom>(stmt).module
                                                 : std::string_view();
}

// The module in "import a.b as c" and "from a.b import c".
std::string_view module_in(std::string_view line) {
  line.remove_prefix(line.find(' ') + 1);
  return line.substr(0, line.find(' '));
}

}  // namespace

std::size_t count_bindings(const Stmt& stmt, std::string_view name) {
  std::size_t out = 0;
  syntax::for_each_bound_name(
      stmt, [&](std::string_view bound) { out += bound == name || bound == "*" ? 1 : 0; });
  if (stmt.kind == StmtKind::kFunction) {
    for (const syntax::Parameter& parameter : as<syntax::Function>(stmt).parameters)
      out += parameter.name == name ? 1 : 0;
  }
  syntax::for_each_child(
      stmt, [](const syntax::Expr&) {},
      [&](const Stmt& inner) { out += count_bindings(inner, name); });
  return out;
}

std::size_t index_behind_future(std::span<const Stmt* const> statements) {
  std::size_t first = 0;
  if (first < statements.size() && is_docstring(*statements[first])) ++first;
  while (first < statements.size() && is_future(*statements[first])) ++first;
  return first;
}

ScriptImports::ScriptImports(const syntax::Document& document, std::uint32_t place)
    : document_(document), place_(place) {
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (const Stmt* stmt = document.statement(i)) statements_.push_back(stmt);
  }
}

OrRefusal<std::string> ScriptImports::use(std::string_view module) {
  const auto is_free = [&](std::string_view name, std::string_view stands_for) {
    return std::ranges::none_of(statements_,
                                [&](const Stmt* stmt) { return rebinds(*stmt, name, stands_for); });
  };
  for (const Stmt* stmt : statements_) {
    if (stmt->begin >= place_) break;
    for (const auto& [name, stands_for] : syntax::imported_names(*stmt)) {
      if (stands_for == module && is_free(name, module)) return std::string(name);
    }
  }
  for (const Stmt* stmt : module == kTorch ? imports_around() : std::vector<const Stmt*>()) {
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
  const bool is_function = module == kGetDevice;
  const std::string_view last = is_function ? module.substr(module.rfind('.') + 1) : module;
  const Names names = module == kDistributed ? Names(kShort) : Names(&last, 1);
  const auto name =
      std::ranges::find_if(names, [&](std::string_view one) { return is_free(one, module); });
  if (name == names.end()) return refuse(Reason::kNameTaken, {std::string(names.back())});
  if (module == kDistributed)
    other_.insert(fmt::format("import {} as {}", module, *name));
  else if (is_function)
    other_.insert(fmt::format("from {} import {}", module.substr(0, module.rfind('.')), last));
  else if (module == kTorch)
    needs_torch_ = true;
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

std::vector<const Stmt*> ScriptImports::imports_around() const {
  std::vector<const Stmt*> out;
  for (const Stmt* stmt : statements_) add_around(*stmt, place_, out);
  return out;
}

std::vector<TextEdit> ScriptImports::edits() const {
  ImportOrder order(document_, statements_, index_behind_future(statements_));
  if (needs_torch_) {
    const std::string line = fmt::format("import {}", kTorch);
    const auto around = imports_around();
    const auto inner =
        std::ranges::find_if(around, [](const Stmt* stmt) { return is_of_torch(*stmt); });
    const Stmt* loads = loads_torch();
    if (!loads && inner != around.end()) {
      const std::uint32_t at = (*inner)->begin;
      const auto indent = indent_before(document_.source().bytes(), at);
      const std::string rest =
          indent ? std::string(document_.source().line_end()) + *indent : std::string("; ");
      return {insertion(document_.source().id(), at, line + rest)};
    }
    if (loads)
      order.add_beside(*loads, line);
    else
      order.add_last(line);
  }
  for (const std::string& line : standard_) order.add_standard(line);
  if (const Stmt* loads = other_.empty() ? nullptr : loads_torch()) {
    for (const std::string& line : other_) order.add_beside(*loads, line);
  }
  return order.edits();
}

void ImportOrder::add_standard(const std::string& line) {
  std::vector<const Stmt*> section;
  for (std::size_t i = first_; i < statements_.size() && is_import(*statements_[i]); ++i) {
    if (facts::is_standard_module(module_of(*statements_[i]))) section.push_back(statements_[i]);
  }
  if (!section.empty()) return add(section, line);
  if (first_ == statements_.size()) return;
  texts_.try_emplace(statements_[first_]->begin);
  new_section_ += line + std::string(document_.source().line_end());
}

void ImportOrder::add_beside(const Stmt& import, const std::string& line) {
  const std::string_view text = document_.source().bytes();
  std::vector<const Stmt*> block;
  bool holds = false;
  for (const Stmt* stmt : statements_) {
    const bool next_line = !block.empty() && begin_of_line(text, stmt->begin) ==
                                                 begin_of_next_line(text, block.back()->end);
    if (!next_line || !is_import(*stmt)) {
      if (holds) break;
      block.clear();
    }
    // Imports of Python's own library may stand in front of the others without a blank line.
    if (is_import(*stmt) && facts::is_standard_module(module_of(*stmt)) && !holds) {
      block.clear();
      continue;
    }
    if (is_import(*stmt)) block.push_back(stmt);
    holds = holds || stmt == &import;
  }
  if (!holds || block.empty()) block = {&import};
  add(block, line);
}

void ImportOrder::add_last(const std::string& line) {
  std::size_t behind = first_;
  while (behind < statements_.size() && is_import(*statements_[behind])) ++behind;
  const std::string_view text = document_.source().bytes();
  if (behind > first_) {
    const std::uint32_t at = begin_of_next_line(text, statements_[behind - 1]->end);
    const bool ends = at > 0 && is_line_end(text[at - 1]);
    const std::string line_end(document_.source().line_end());
    texts_[at] += ends ? line + line_end : line_end + line;
  } else if (first_ < statements_.size()) {
    texts_.try_emplace(statements_[first_]->begin);
    new_section_ += line + std::string(document_.source().line_end());
  }
}

void ImportOrder::add(const std::vector<const Stmt*>& section, const std::string& line) {
  const std::string_view text = document_.source().bytes();
  std::uint32_t at = section.front()->begin;
  for (const Stmt* stmt : section) {
    const std::uint32_t end = end_of_line(text, stmt->end);
    const bool alone = indent_before(text, stmt->begin).has_value() &&
                       text.substr(stmt->end, end - stmt->end).find(';') == text.npos;
    const bool sorted = module_of(*stmt) < module_in(line);
    const bool before = line.starts_with("from") ? stmt->kind == StmtKind::kImport || sorted
                                                 : stmt->kind == StmtKind::kImport && sorted;
    if (alone && before && end < text.size()) at = begin_of_next_line(text, stmt->end);
  }
  texts_[at] += line + std::string(document_.source().line_end());
}

std::vector<TextEdit> ImportOrder::edits() const {
  std::vector<TextEdit> out;
  for (const auto& [at, lines] : texts_) {
    const bool begins = !new_section_.empty() && at == statements_[first_]->begin;
    const std::string above =
        begins ? new_section_ + std::string(document_.source().line_end()) : std::string();
    out.push_back({{document_.source().id(), at, at}, above + lines});
  }
  return out;
}

}  // namespace mmlint::fix
