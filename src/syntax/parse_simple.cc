#include "syntax/parse_stmt.h"

// Statements of one line, without imports.
namespace mmlint::syntax {

const Stmt* ParseStmt::simple() {
  const std::uint32_t begin = offset();
  const Stmt* read = keyword(begin);
  if (read == nullptr && offset() == begin) read = assignment(begin);
  if (read != nullptr) settle();
  return read;
}

// Reads nothing if the statement begins with no keyword.
const Stmt* ParseStmt::keyword(std::uint32_t begin) {
  switch (peek()) {
    case 'a':
      return take_word("assert") ? assertion(begin) : nullptr;
    case 'b':
      return take_word("break") ? jump(begin, StmtKind::kBreak) : nullptr;
    case 'c':
      return take_word("continue") ? jump(begin, StmtKind::kContinue) : nullptr;
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
    case 't':
      return take_word("type") ? type_alias(begin) : nullptr;
    default:
      return nullptr;
  }
}

const Stmt* ParseStmt::assignment(std::uint32_t begin) {
  const Expr* first = values_or_yield();
  if (first == nullptr) return nullptr;
  const char* stop = at_;
  skip();
  if (peek() == '=' && peek(1) != '=') return assign(begin, first);
  if (peek() == ':' && peek(1) != '=') return annotated(begin, first);
  if (const auto op = augmented_operator()) return augmented(begin, first, *op);
  const bool is_name = first->kind == ExprKind::kName && !at_statement_end();
  if (is_name && (as<Name>(*first).id == "print" || as<Name>(*first).id == "exec"))
    return python_2(begin, first);
  at_ = stop;
  return make(ExpressionStmt{stmt_at(StmtKind::kExpression, begin), unstarred(first)});
}

// `print a` of Python 2
const Stmt* ParseStmt::python_2(std::uint32_t begin, const Expr* name) {
  const std::string id(as<Name>(*name).id);
  if (values() == nullptr) return nullptr;
  return fail(begin, "Missing parentheses in call to '" + id + "'. Did you mean " + id + "(...)?");
}

const Stmt* ParseStmt::assign(std::uint32_t begin, const Expr* first) {
  std::vector<const Expr*> targets;
  const Expr* value = first;
  while (peek() == '=' && peek(1) != '=') {
    check_target(*value, Use::kAssign);
    targets.push_back(value);
    ++at_;
    skip();
    value = values_or_yield();
    if (value == nullptr) return nullptr;
    const char* stop = at_;
    skip();
    if (peek() != '=') at_ = stop;
  }
  return make(
      Assign{stmt_at(StmtKind::kAssign, begin), keep_all(Exprs(targets)), unstarred(value)});
}

const Stmt* ParseStmt::annotated(std::uint32_t begin, const Expr* target) {
  const bool is_list = target->kind == ExprKind::kList;
  const bool is_single = target->kind == ExprKind::kName || target->kind == ExprKind::kAttribute ||
                         target->kind == ExprKind::kSubscript;
  if (is_list || target->kind == ExprKind::kTuple) {
    refuse(*target, is_list ? "only single target (not list) can be annotated"
                            : "only single target (not tuple) can be annotated");
  } else if (!is_single) {
    return invalid();
  } else {
    check_target(*target, Use::kAssign);
  }
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
    value = unstarred(values_or_yield());
    if (value == nullptr) return nullptr;
  } else {
    at_ = stop;
  }
  return make(Annotated{stmt_at(StmtKind::kAnnotated, begin), target, type, value});
}

// Goes over the operator and the blanks after it.
std::optional<Operator> ParseStmt::augmented_operator() {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  const std::size_t equals = rest.substr(0, 4).find('=');
  if (equals == rest.npos) return std::nullopt;
  const auto op = binary_operator(rest.substr(0, equals));
  if (!op) return std::nullopt;
  at_ += equals + 1;
  skip();
  return op;
}

const Stmt* ParseStmt::augmented(std::uint32_t begin, const Expr* target, Operator op) {
  check_augmented_target(*target);
  const Expr* value = unstarred(values_or_yield());
  if (value == nullptr) return nullptr;
  return make(Augmented{stmt_at(StmtKind::kAugmented, begin), target, op, value});
}

const Stmt* ParseStmt::jump(std::uint32_t begin, StmtKind kind) {
  if (!scope_.loop)
    refuse(begin, offset(),
           kind == StmtKind::kBreak ? "'break' outside loop" : "'continue' not properly in loop");
  return make(stmt_at(kind, begin));
}

const Stmt* ParseStmt::del(std::uint32_t begin) {
  std::vector<const Expr*> targets;
  do {
    skip();
    if (!targets.empty() && at_statement_end()) break;
    const Expr* target = item();
    if (target == nullptr) return nullptr;
    check_target(*target, Use::kDelete);
    targets.push_back(target);
  } while (follows_comma());
  return make(Delete{stmt_at(StmtKind::kDelete, begin), keep_all(Exprs(targets))});
}

const Stmt* ParseStmt::returning(std::uint32_t begin) {
  const char* stop = at_;
  skip();
  const Expr* value = nullptr;
  if (at_statement_end()) {
    at_ = stop;
  } else {
    value = unstarred(values());
    if (value == nullptr) return nullptr;
  }
  if (!scope_.function) refuse(begin, offset(), "'return' outside function");
  return make(Return{stmt_at(StmtKind::kReturn, begin), value});
}

const Stmt* ParseStmt::raise(std::uint32_t begin) {
  const char* stop = at_;
  skip();
  const Expr* value = nullptr;
  if (at_statement_end()) {
    at_ = stop;
  } else {
    value = expr();
    if (value == nullptr || (follows("from") && expr() == nullptr)) return nullptr;
  }
  return make(Raise{stmt_at(StmtKind::kRaise, begin), value});
}

const Stmt* ParseStmt::assertion(std::uint32_t begin) {
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

const Stmt* ParseStmt::scope(std::uint32_t begin, StmtKind kind) {
  std::vector<std::string_view> names;
  do {
    skip();
    names.push_back(identifier());
    if (names.back().empty()) return nullptr;
  } while (follows_comma());
  if (kind == StmtKind::kNonlocal && !scope_.function && !scope_.in_class)
    refuse(begin, offset(), "nonlocal declaration not allowed at module level");
  return make(Scope{stmt_at(kind, begin), keep_all(std::span<const std::string_view>(names))});
}

// From after `type` on. Reads nothing if that is a name here.
const Stmt* ParseStmt::type_alias(std::uint32_t begin) {
  skip();
  const std::string_view id = word();
  if (id.empty() || is_reserved(id)) {
    at_ = begin_ + begin;
    return nullptr;
  }
  skip();
  if (peek() == '[' && !type_parameters()) return nullptr;
  skip();
  if (!take('=')) return invalid();
  skip();
  return expr() != nullptr ? unsupported(begin) : nullptr;
}

}  // namespace mmlint::syntax
