#include "syntax/fast_statements.h"

// Statements with blocks.
namespace mmlint::syntax {
namespace {

// The grammar reads `a if b else c as d` as `a if b else (c as d)`, and a lambda likewise.
bool takes_as_in(const Expr& value) {
  return value.kind == ExprKind::kConditional || value.kind == ExprKind::kLambda;
}

}  // namespace

// Goes from behind a statement to the first byte of the next one, and says in which column it
// stands, counted from 0. kOther: something else follows, or an indentation that is not of blanks.
FastStatements::Line FastStatements::next_line(std::uint32_t* column) {
  bool first = true;
  for (;;) {
    const char* line = at_;
    while (peek() == ' ') ++at_;
    *column = static_cast<std::uint32_t>(at_ - line);
    if (at_end()) return Line::kNone;
    if (peek() == '#') {
      while (!at_end() && peek() != '\n' && peek() != '\r') ++at_;
      if (at_end()) return Line::kNone;
    }
    const bool ends = peek() == '\n' || (peek() == '\r' && peek(1) == '\n');
    if (!ends)
      return first || peek() == '\r' || peek() == '\t' || peek() == '\f' ? Line::kOther
                                                                         : Line::kCode;
    at_ += peek() == '\r' ? 2 : 1;
    first = false;
  }
}

// Reads a block from its colon on, which belongs to a statement in `column`.
bool FastStatements::block(std::uint32_t column, Block* out) {
  skip();
  if (!take(':') || ++blocks_ > kMaxBlocks) return false;
  skip();
  std::vector<const Stmt*> statements;
  if (at_line_end()) {
    if (!lines(column, statements)) return false;
  } else {
    const Stmt* only = simple();
    if (only == nullptr) return false;
    statements.push_back(only);
    if (!rest_of_line(statements)) return false;
  }
  --blocks_;
  *out = keep_all(Block(statements));
  return true;
}

// Reads the lines of a block.
bool FastStatements::lines(std::uint32_t column, std::vector<const Stmt*>& out) {
  std::uint32_t inner = 0;
  if (next_line(&inner) != Line::kCode || inner <= column) return false;
  std::uint32_t next = inner;
  const char* stop = at_;
  while (next == inner) {
    const Stmt* each = statement(inner);
    if (each == nullptr) return false;
    out.push_back(each);
    if (!rest_of_line(out)) return false;
    stop = at_;
    const Line line = next_line(&next);
    if (line == Line::kNone) break;
    if (line == Line::kOther || next > inner) return false;
  }
  at_ = stop;
  return true;
}

// Reads what stands behind ';' in a line.
bool FastStatements::rest_of_line(std::vector<const Stmt*>& out) {
  for (;;) {
    const char* stop = at_;
    skip();
    if (!take(';')) {
      at_ = stop;
      return true;
    }
    skip();
    const Stmt* each = at_line_end() ? nullptr : simple();
    if (each == nullptr) return false;
    out.push_back(each);
  }
}

// Goes to the next line and over a word if that is a clause of a statement in `column`.
bool FastStatements::clause(std::uint32_t column, std::string_view word) {
  const char* stop = at_;
  std::uint32_t next = 0;
  if (next_line(&next) == Line::kCode && next == column && take_word(word)) return true;
  at_ = stop;
  return false;
}

// From behind `if` or `elif` on.
const Stmt* FastStatements::if_stmt(std::uint32_t begin, std::uint32_t column) {
  skip();
  const Expr* condition = walrus_or_expr();
  Block then, otherwise;
  if (condition == nullptr || !block(column, &then)) return nullptr;
  if (clause(column, "elif")) {
    const int outer = level_;
    if (!link()) return nullptr;
    met_binding_ = met_comprehension_ = false;
    const auto only = array<const Stmt*>(1);
    only[0] = if_stmt(offset() - 4, column);
    level_ = outer;
    if (only[0] == nullptr) return nullptr;
    otherwise = only;
  } else if (clause(column, "else") && !block(column, &otherwise)) {
    return nullptr;
  }
  return make(If{stmt_at(StmtKind::kIf, begin), condition, then, otherwise});
}

bool FastStatements::loop_body(std::uint32_t column, Block* body, Block* otherwise) {
  const bool outer = scope_.loop;
  scope_.loop = true;
  if (!block(column, body)) return false;
  scope_.loop = outer;
  return !clause(column, "else") || block(column, otherwise);
}

const Stmt* FastStatements::for_stmt(std::uint32_t begin, std::uint32_t column) {
  skip();
  const Expr* target = for_target();
  if (target == nullptr || !follows("in")) return nullptr;
  const Expr* iterable = expr();
  Block body, otherwise;
  if (iterable == nullptr || !loop_body(column, &body, &otherwise)) return nullptr;
  return make(For{stmt_at(StmtKind::kFor, begin), target, iterable, body, otherwise, false});
}

const Stmt* FastStatements::while_stmt(std::uint32_t begin, std::uint32_t column) {
  skip();
  const Expr* condition = walrus_or_expr();
  Block body, otherwise;
  if (condition == nullptr || !loop_body(column, &body, &otherwise)) return nullptr;
  return make(While{stmt_at(StmtKind::kWhile, begin), condition, body, otherwise});
}

// What begins with a parenthesis may be a list of items.
const Stmt* FastStatements::with_stmt(std::uint32_t begin, std::uint32_t column) {
  std::vector<WithItem> items;
  do {
    skip();
    if (!with_item(&items.emplace_back())) return nullptr;
  } while (follows_comma());
  Block body;
  if (!block(column, &body)) return nullptr;
  return make(With{stmt_at(StmtKind::kWith, begin), keep_all(std::span<const WithItem>(items)),
                   body, false});
}

bool FastStatements::with_item(WithItem* out) {
  out->context = peek() == '(' ? nullptr : expr();
  if (out->context == nullptr) return false;
  if (!follows("as")) return true;
  const bool is_bare = peek() != '(' && peek() != '[';
  out->target = is_bare && !takes_as_in(*out->context) ? expr() : nullptr;
  return out->target != nullptr && is_target(*out->target);
}

const Stmt* FastStatements::try_stmt(std::uint32_t begin, std::uint32_t column) {
  Block body, otherwise, finally;
  if (!block(column, &body)) return nullptr;
  std::vector<Handler> handlers;
  while (clause(column, "except")) {
    if (!handlers.empty() && handlers.back().type == nullptr) return nullptr;
    if (!handler(column, &handlers.emplace_back())) return nullptr;
  }
  if (!handlers.empty() && clause(column, "else") && !block(column, &otherwise)) return nullptr;
  const bool has_finally = clause(column, "finally");
  if (has_finally ? !block(column, &finally) : handlers.empty()) return nullptr;
  return make(Try{stmt_at(StmtKind::kTry, begin), body,
                  keep_all(std::span<const Handler>(handlers)), otherwise, finally});
}

bool FastStatements::handler(std::uint32_t column, Handler* out) {
  skip();
  if (peek() != ':') {
    met_binding_ = met_comprehension_ = false;
    out->type = expr();
    if (out->type == nullptr) return false;
    if (follows("as")) {
      out->name = takes_as_in(*out->type) ? std::string_view() : identifier();
      if (out->name.empty()) return false;
    }
  }
  return block(column, &out->body);
}

// From behind the first '@' on.
const Stmt* FastStatements::decorated(std::uint32_t begin, std::uint32_t column) {
  std::vector<const Expr*> decorators;
  do {
    skip();
    decorators.push_back(walrus_or_expr());
    std::uint32_t next = 0;
    if (decorators.back() == nullptr || next_line(&next) != Line::kCode || next != column)
      return nullptr;
  } while (take('@'));
  const Exprs kept = keep_all(Exprs(decorators));
  if (take_word("def")) return function(begin, column, kept);
  return take_word("class") ? class_stmt(begin, column, kept) : nullptr;
}

const Stmt* FastStatements::function(std::uint32_t begin, std::uint32_t column, Exprs decorators) {
  skip();
  const std::string_view id = identifier();
  skip();
  if (id.empty() || peek() != '(') return nullptr;
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
  const Context outer = scope_;
  scope_ = {.function = true};
  Block body;
  if (!block(column, &body)) return nullptr;
  const bool is_generator = scope_.generator;
  scope_ = outer;
  return make(Function{stmt_at(StmtKind::kFunction, begin), id, read, body, decorators, returns,
                       false, is_generator});
}

const Stmt* FastStatements::class_stmt(std::uint32_t begin, std::uint32_t column,
                                       Exprs decorators) {
  skip();
  const std::string_view id = identifier();
  if (id.empty()) return nullptr;
  skip();
  std::span<const Argument> bases;
  if (peek() == '(' && !arguments(false, &bases)) return nullptr;
  const Context outer = scope_;
  scope_ = {.in_class = true};
  Block body;
  if (!block(column, &body)) return nullptr;
  scope_ = outer;
  return make(Class{stmt_at(StmtKind::kClass, begin), id, bases, body, decorators});
}

}  // namespace mmlint::syntax
