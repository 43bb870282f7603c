#include "syntax/fast_parse.h"

#include "syntax/fast_statements.h"
#include "syntax/operator.h"
#include "syntax/walk.h"

// Statements of one line.
namespace mmlint::syntax {

namespace {

bool is_single(const Expr& target) {
  return target.kind == ExprKind::kName || target.kind == ExprKind::kAttribute ||
         target.kind == ExprKind::kSubscript;
}

}  // namespace

const Stmt* FastStatements::run() {
  const Stmt* read = statement(0);
  if (read == nullptr) return nullptr;
  std::uint32_t column = 0;
  return at_end() || (has_blocks(read->kind) && next_line(&column) == Line::kNone) ? read : nullptr;
}

const Stmt* FastStatements::statement(std::uint32_t column) {
  const int outer = level_;
  if (!link()) return nullptr;
  met_binding_ = met_comprehension_ = false;
  const std::uint32_t begin = offset();
  const Stmt* read = nullptr;
  if (take('@'))
    read = decorated(begin, column);
  else if (take_word("if"))
    read = if_stmt(begin, column);
  else if (take_word("for"))
    read = for_stmt(begin, column);
  else if (take_word("def"))
    read = function(begin, column, {});
  else if (take_word("class"))
    read = class_stmt(begin, column, {});
  else if (take_word("with"))
    read = with_stmt(begin, column);
  else if (take_word("try"))
    read = try_stmt(begin, column);
  else if (take_word("while"))
    read = while_stmt(begin, column);
  else
    read = simple();
  level_ = outer;
  return read;
}

const Stmt* FastStatements::simple() {
  met_binding_ = met_comprehension_ = false;
  const std::uint32_t begin = offset();
  const Stmt* read = word_statement(begin);
  return offset() == begin ? assignment(begin) : read;
}

// Reads nothing if the statement begins with no keyword.
const Stmt* FastStatements::word_statement(std::uint32_t begin) {
  switch (peek()) {
    case 'a':
      return take_word("assert") ? assertion(begin) : nullptr;
    case 'b':
      if (!take_word("break")) return nullptr;
      return scope_.loop ? make(stmt_at(StmtKind::kBreak, begin)) : nullptr;
    case 'c':
      if (!take_word("continue")) return nullptr;
      return scope_.loop ? make(stmt_at(StmtKind::kContinue, begin)) : nullptr;
    case 'd':
      return take_word("del") ? del(begin) : nullptr;
    case 'f':
      return take_word("from") ? import_from(begin) : nullptr;
    case 'g':
      return take_word("global") ? scope(begin, StmtKind::kGlobal) : nullptr;
    case 'i':
      return take_word("import") ? import(begin) : nullptr;
    case 'n':
      return take_word("nonlocal") ? scope(begin, StmtKind::kNonlocal) : nullptr;
    case 'p':
      return take_word("pass") ? make(stmt_at(StmtKind::kPass, begin)) : nullptr;
    case 'r':
      if (take_word("return")) return returning(begin);
      return take_word("raise") ? raise(begin) : nullptr;
    default:
      return nullptr;
  }
}

const Stmt* FastStatements::assignment(std::uint32_t begin) {
  const Expr* first = right_hand_side();
  if (first == nullptr) return nullptr;
  const char* stop = at_;
  skip();
  if (peek() == '=' && peek(1) != '=') return assign(begin, first);
  if (peek() == ':' && is_single(*first) && peek_at(begin) != '(') return annotated(begin, first);
  if (const auto op = augmented_operator()) return augmented(begin, first, *op);
  at_ = stop;
  if (first->kind == ExprKind::kStarred) return nullptr;
  return make(ExpressionStmt{stmt_at(StmtKind::kExpression, begin), first});
}

// One expression, a tuple without parentheses, whose items may have stars, or a yield.
const Expr* FastStatements::right_hand_side() {
  return peek() == 'y' && take_word("yield") ? yielded(offset() - 5) : values();
}

const Stmt* FastStatements::assign(std::uint32_t begin, const Expr* first) {
  std::vector<const Expr*> targets;
  const Expr* value = first;
  while (peek() == '=' && peek(1) != '=') {
    if (!is_target(*value)) return nullptr;
    targets.push_back(value);
    ++at_;
    skip();
    value = right_hand_side();
    if (value == nullptr) return nullptr;
    const char* stop = at_;
    skip();
    if (peek() != '=') at_ = stop;
  }
  if (value->kind == ExprKind::kStarred) return nullptr;
  return make(Assign{stmt_at(StmtKind::kAssign, begin), keep_all(Exprs(targets)), value});
}

const Stmt* FastStatements::annotated(std::uint32_t begin, const Expr* target) {
  ++at_;
  skip();
  const Expr* type = expr();
  if (type == nullptr) return nullptr;
  const char* stop = at_;
  skip();
  const Expr* value = nullptr;
  if (peek() == '=' && peek(1) != '=') {
    ++at_;
    skip();
    value = right_hand_side();
    if (value == nullptr || value->kind == ExprKind::kStarred) return nullptr;
  } else {
    at_ = stop;
  }
  return make(Annotated{stmt_at(StmtKind::kAnnotated, begin), target, type, value});
}

// Goes over the operator and the blanks behind it.
std::optional<Operator> FastStatements::augmented_operator() {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  const std::size_t equals = rest.substr(0, 4).find('=');
  if (equals == rest.npos) return std::nullopt;
  const auto op = binary_operator(rest.substr(0, equals));
  if (!op) return std::nullopt;
  at_ += equals + 1;
  skip();
  return op;
}

const Stmt* FastStatements::augmented(std::uint32_t begin, const Expr* target, Operator op) {
  const Expr* value = is_single(*target) ? right_hand_side() : nullptr;
  if (value == nullptr || value->kind == ExprKind::kStarred) return nullptr;
  return make(Augmented{stmt_at(StmtKind::kAugmented, begin), target, op, value});
}

const Stmt* FastStatements::del(std::uint32_t begin) {
  std::vector<const Expr*> targets;
  do {
    skip();
    const Expr* target = peek() == '(' || peek() == '[' ? nullptr : expr();
    if (target == nullptr || !is_target(*target)) return nullptr;
    targets.push_back(target);
  } while (follows_comma());
  return make(Delete{stmt_at(StmtKind::kDelete, begin), keep_all(Exprs(targets))});
}

bool FastStatements::follows_comma() {
  const char* stop = at_;
  skip();
  if (take(',')) return true;
  at_ = stop;
  return false;
}

const Stmt* FastStatements::returning(std::uint32_t begin) {
  if (!scope_.function) return nullptr;
  const char* stop = at_;
  skip();
  const Expr* value = nullptr;
  if (at_line_end()) {
    at_ = stop;
  } else {
    value = values();
    if (value == nullptr || value->kind == ExprKind::kStarred) return nullptr;
  }
  return make(Return{stmt_at(StmtKind::kReturn, begin), value});
}

const Stmt* FastStatements::raise(std::uint32_t begin) {
  const char* stop = at_;
  skip();
  const Expr* value = nullptr;
  if (at_line_end()) {
    at_ = stop;
  } else {
    value = expr();
    if (value == nullptr || (follows("from") && expr() == nullptr)) return nullptr;
  }
  return make(Raise{stmt_at(StmtKind::kRaise, begin), value});
}

const Stmt* FastStatements::assertion(std::uint32_t begin) {
  skip();
  const Expr* condition = expr();
  const Expr* message = nullptr;
  if (condition == nullptr) return nullptr;
  if (follows_comma()) {
    skip();
    message = expr();
    if (message == nullptr) return nullptr;
  }
  return make(Assert{stmt_at(StmtKind::kAssert, begin), condition, message});
}

const Stmt* FastStatements::scope(std::uint32_t begin, StmtKind kind) {
  if (kind == StmtKind::kNonlocal && !scope_.function && !scope_.in_class) return nullptr;
  std::vector<std::string_view> names;
  do {
    skip();
    names.push_back(identifier());
    if (names.back().empty()) return nullptr;
  } while (follows_comma());
  return make(Scope{stmt_at(kind, begin), keep_all(std::span<const std::string_view>(names))});
}

const Stmt* fast_parse(const LowerInput& input, std::uint32_t end) {
  return FastStatements(input, end).run();
}

// Imports.
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
