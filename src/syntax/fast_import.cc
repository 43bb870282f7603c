#include "syntax/fast_statements.h"

// Imports.
namespace mmlint::syntax {

// "a.b.c" without blanks; empty if there is none.
std::string_view FastStatements::dotted() {
  const std::uint32_t begin = offset();
  do {
    if (identifier().empty()) return {};
  } while (take('.'));
  return text_between(begin, offset());
}

// `a as b`
bool FastStatements::imported(bool is_from, std::vector<ImportedName>& names) {
  ImportedName name{};
  const std::uint32_t begin = offset();
  name.name = is_from ? identifier() : dotted();
  if (name.name.empty()) return false;
  const char* stop = at_;
  skip();
  if (take_word("as")) {
    skip();
    name.alias_begin = place(offset());
    name.alias = identifier();
    if (name.alias.empty()) return false;
  } else {
    at_ = stop;
  }
  name.begin = place(begin);
  name.end = place(offset());
  names.push_back(name);
  return true;
}

const Stmt* FastStatements::import(std::uint32_t begin) {
  std::vector<ImportedName> names;
  do {
    skip();
    if (!imported(false, names)) return nullptr;
  } while (follows_comma());
  return make(
      Import{stmt_at(StmtKind::kImport, begin), keep_all(std::span<const ImportedName>(names))});
}

const Stmt* FastStatements::import_from(std::uint32_t begin) {
  skip();
  int level = 0;
  while (take('.')) ++level;
  std::string_view module;
  if (level == 0 || (peek() != ' ' && peek() != '\t')) {
    module = dotted();
    if (module.empty() || module == "__future__") return nullptr;
  }
  skip();
  if (!take_word("import")) return nullptr;
  skip();
  std::vector<ImportedName> names;
  if (peek() == '*') {
    if (scope_.function || scope_.in_class) return nullptr;
    const std::uint32_t star = offset();
    ++at_;
    names.push_back({"*", {}, place(star), place(offset())});
  } else if (peek() == '(') {
    if (!imported_in_parentheses(names)) return nullptr;
  } else {
    do {
      skip();
      if (!imported(true, names)) return nullptr;
    } while (follows_comma());
  }
  return make(ImportFrom{stmt_at(StmtKind::kImportFrom, begin), module, level,
                         keep_all(std::span<const ImportedName>(names))});
}

bool FastStatements::imported_in_parentheses(std::vector<ImportedName>& names) {
  ++at_;
  ++brackets_;
  for (skip(); peek() != ')'; skip()) {
    if (!imported(true, names)) return false;
    skip();
    if (!take(',') && peek() != ')') return false;
  }
  ++at_;
  --brackets_;
  return !names.empty();
}

}  // namespace mmlint::syntax
