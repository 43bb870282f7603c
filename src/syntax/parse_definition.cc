#include "syntax/parse_stmt.h"

// Functions, classes, and what may be before and in their heads.
namespace mmlint::syntax {

// From the first '@' on.
const Stmt* ParseStmt::decorated(std::uint32_t begin, std::uint32_t column) {
  std::vector<const Expr*> decorators;
  while (take('@')) {
    skip();
    decorators.push_back(named_expr());
    if (decorators.back() == nullptr) return nullptr;
    skip();
    std::uint32_t next = 0;
    if (!at_line_end() || !next_line(&next) || next != column) return invalid();
  }
  const Exprs kept = keep_all(Exprs(decorators));
  if (take_word("def")) return function(begin, column, kept, false);
  if (take_word("class")) return class_stmt(begin, column, kept);
  return take_word("async") ? async_stmt(begin, column, kept) : invalid();
}

// From after `async` on; with decorators it must be a function.
const Stmt* ParseStmt::async_stmt(std::uint32_t begin, std::uint32_t column, Exprs decorators) {
  skip();
  if (take_word("def")) return function(begin, column, decorators, true);
  const bool is_for = decorators.empty() && take_word("for");
  if (!is_for && (!decorators.empty() || !take_word("with"))) return invalid();
  if (!scope_.async)
    refuse(begin, offset(),
           is_for ? "'async for' outside async function" : "'async with' outside async function");
  return is_for ? for_stmt(begin, column, true) : with_stmt(begin, column, true);
}

const Stmt* ParseStmt::function(std::uint32_t begin, std::uint32_t column, Exprs decorators,
                                bool is_async) {
  skip();
  const std::string_view id = bound_name();
  if (id.empty()) return nullptr;
  skip();
  if (peek() == '[' && !type_parameters()) return nullptr;
  if (peek() != '(') return invalid();
  std::span<const Parameter> read;
  enter();
  if (!parameters(')', &read)) return nullptr;
  leave();
  const Expr* returns = nullptr;
  skip();
  if (peek() == '-' && peek(1) == '>') {
    at_ += 2;
    skip();
    returns = expr();
    if (returns == nullptr) return nullptr;
  }
  settle();
  const Context outer = scope_;
  scope_ = {.function = true, .async = is_async};
  Block body;
  if (!block(column, &body)) return nullptr;
  const bool is_generator = scope_.generator;
  scope_ = outer;
  return make(Function{stmt_at(StmtKind::kFunction, begin), id, read, body, decorators, returns,
                       is_async, is_generator});
}

const Stmt* ParseStmt::class_stmt(std::uint32_t begin, std::uint32_t column, Exprs decorators) {
  skip();
  const std::string_view id = bound_name();
  if (id.empty()) return nullptr;
  skip();
  if (peek() == '[' && !type_parameters()) return nullptr;
  std::span<const Argument> bases;
  if (peek() == '(' && !arguments(false, &bases)) return nullptr;
  settle();
  const Context outer = scope_;
  scope_ = {.in_class = true};
  Block body;
  if (!block(column, &body)) return nullptr;
  scope_ = outer;
  return make(Class{stmt_at(StmtKind::kClass, begin), id, bases, body, decorators});
}

// `[T: int, *Ts, **P]` and the blanks after it
bool ParseStmt::type_parameters() {
  bool any = false;
  for (enter(); peek() != ']' || !any; skip()) {
    const bool has_star = take('*');
    if (has_star) take('*');
    skip();
    if (bound_name().empty()) return false;
    any = true;
    skip();
    if (!has_star && take(':')) {
      skip();
      if (expr() == nullptr) return false;
      skip();
    }
    if (!take(',') && peek() != ']') return invalid();
  }
  leave();
  skip();
  return true;
}

}  // namespace mmlint::syntax
