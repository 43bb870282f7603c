#include "fix/script/import_order.h"

#include "facts/modules.h"
#include "fix/text/source_lines.h"

namespace mmlint::fix {

using syntax::as;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

bool is_import(const Stmt& stmt) {
  return stmt.kind == StmtKind::kImport || stmt.kind == StmtKind::kImportFrom;
}

// The module by which an import is sorted; of a relative one, none.
std::string_view module_of(const Stmt& stmt) {
  if (stmt.kind == StmtKind::kImport) return as<syntax::Import>(stmt).names.front().name;
  return as<syntax::ImportFrom>(stmt).level == 0 ? as<syntax::ImportFrom>(stmt).module
                                                 : std::string_view();
}

// The module in "import a.b as c".
std::string_view module_in(std::string_view line) {
  line.remove_prefix(line.find(' ') + 1);
  return line.substr(0, line.find(' '));
}

}  // namespace

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

void ImportOrder::add(const std::vector<const Stmt*>& section, const std::string& line) {
  const std::string_view text = document_.source().bytes();
  std::uint32_t at = section.front()->begin;
  for (const Stmt* stmt : section) {
    const std::uint32_t end = end_of_line(text, stmt->end);
    const bool alone = indent_before(text, stmt->begin).has_value() &&
                       text.substr(stmt->end, end - stmt->end).find(';') == text.npos;
    const bool before = stmt->kind == StmtKind::kImport && module_of(*stmt) < module_in(line);
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
