
#include "base/algorithms.h"
#include "syntax/parse_stmt.h"

// Imports.
namespace mmlint::syntax {
namespace {

// all_feature_names of CPython's Lib/__future__.py.
constexpr std::string_view kFeatures[] = {
    "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
    "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};

}  // namespace

// Reads "a.b.c", also with blanks around the dots. Empty after a failure.
std::string_view ParseStmt::dotted() {
  const std::uint32_t begin = offset();
  std::string_view last = identifier();
  std::string path(last);
  const char* stop = at_;
  for (skip(); !last.empty() && take('.'); skip()) {
    skip();
    last = identifier();
    path.append(".").append(last);
    stop = at_;
  }
  if (last.empty()) return {};
  at_ = stop;
  const std::string_view written = text_between(begin, offset());
  return written == path ? written : keep(path);
}

// `a as b`
bool ParseStmt::imported(bool is_from, std::vector<ImportedName>& names) {
  ImportedName name{};
  const std::uint32_t begin = offset();
  name.name = is_from ? identifier() : dotted();
  if (name.name.empty()) return false;
  if (follows("as")) {
    name.alias_begin = place(offset());
    name.alias = bound_name();
    if (name.alias.empty()) return false;
  } else {
    check_bound(name.name.substr(0, name.name.find('.')), begin);
  }
  name.begin = place(begin);
  name.end = place(offset());
  names.push_back(name);
  return true;
}

const Stmt* ParseStmt::import(std::uint32_t begin) {
  std::vector<ImportedName> names;
  do {
    skip();
    if (!imported(false, names)) return nullptr;
  } while (follows_comma());
  return make(
      Import{stmt_at(StmtKind::kImport, begin), keep_all(std::span<const ImportedName>(names))});
}

const Stmt* ParseStmt::import_from(std::uint32_t begin) {
  int level = 0;
  for (skip(); take('.'); skip()) ++level;
  std::string_view module;
  const bool has_module = level == 0 || !follows("import");
  if (has_module) {
    module = dotted();
    if (module.empty()) return nullptr;
    if (!follows("import")) return invalid();
  }
  std::vector<ImportedName> names;
  if (peek() == '*') {
    const std::uint32_t star = offset();
    ++at_;
    names.push_back({"*", {}, place(star), place(offset())});
    if (scope_.function || scope_.in_class)
      refuse(begin, offset(), "import * only allowed at module level");
  } else if (peek() == '(') {
    if (!imported_in_parentheses(names)) return nullptr;
  } else {
    do {
      skip();
      if (!names.empty() && at_statement_end())
        return fail(offset(), "trailing comma not allowed without surrounding parentheses");
      if (!imported(true, names)) return nullptr;
    } while (follows_comma());
  }
  if (level == 0 && module == "__future__") check_future(begin, names);
  return make(ImportFrom{stmt_at(StmtKind::kImportFrom, begin), module, level,
                         keep_all(std::span<const ImportedName>(names))});
}

bool ParseStmt::imported_in_parentheses(std::vector<ImportedName>& names) {
  for (enter(); peek() != ')' || names.empty(); skip()) {
    if (!imported(true, names)) return false;
    skip();
    if (!take(',') && peek() != ')') return invalid();
  }
  leave();
  return true;
}

void ParseStmt::check_future(std::uint32_t begin, const std::vector<ImportedName>& names) {
  if (blocks_ > 0)
    refuse(begin, offset(), "from __future__ imports must occur at the beginning of the file");
  for (const ImportedName& each : names) {
    if (each.name == "braces")
      refuse(begin, offset(), "not a chance");
    else if (!is_in(each.name, kFeatures))
      refuse(begin, offset(), "future feature " + std::string(each.name) + " is not defined");
  }
}

}  // namespace mmlint::syntax
