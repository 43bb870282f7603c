#include "syntax/indentation.h"
#include "syntax/parse_stmt.h"

// Statements with blocks.
namespace mmlint::syntax {

const Stmt* ParseStmt::statement(std::uint32_t column) {
  const int outer = level_;
  if (!link()) return nullptr;
  const std::uint32_t begin = offset();
  const Stmt* read = compound(begin, column);
  if (read == nullptr && offset() == begin) read = simple();
  level_ = outer;
  return read;
}

// Reads nothing if the statement begins with no keyword of these.
const Stmt* ParseStmt::compound(std::uint32_t begin, std::uint32_t column) {
  switch (peek()) {
    case '@':
      return decorated(begin, column);
    case 'a':
      return take_word("async") ? async_stmt(begin, column, {}) : nullptr;
    case 'c':
      return take_word("class") ? class_stmt(begin, column, {}) : nullptr;
    case 'd':
      return take_word("def") ? function(begin, column, {}, false) : nullptr;
    case 'f':
      return take_word("for") ? for_stmt(begin, column, false) : nullptr;
    case 'i':
      return take_word("if") ? if_stmt(begin, column) : nullptr;
    case 'm':
      return take_word("match") ? match_stmt(begin, column) : nullptr;
    case 't':
      return take_word("try") ? try_stmt(begin, column) : nullptr;
    case 'w':
      if (take_word("with")) return with_stmt(begin, column, false);
      return take_word("while") ? while_stmt(begin, column) : nullptr;
    default:
      return nullptr;
  }
}

// Goes from the end of a line, or from a comment at it, to the first byte of the next one that is
// not empty, and sets its column, counted from 0. Returns false if there is none.
bool ParseStmt::next_line(std::uint32_t* column) {
  for (skip(); !at_end();) {
    if (peek() == '#') {
      const auto size = static_cast<std::size_t>(end_ - at_);
      at_ += std::min(std::string_view(at_, size).find('\n'), size);
      if (at_end()) return false;
    }
    at_ += peek() == '\r' ? 2 : 1;
    const Indent indent = measure_indent(at_, end_);
    at_ = indent.token;
    *column = indent.column;
    if (!at_line_end()) return true;
  }
  return false;
}

// Reads a block from its colon on, which belongs to a statement in `column`.
bool ParseStmt::block(std::uint32_t column, Block* out) {
  settle();
  skip();
  if (!take(':')) return invalid();
  skip();
  ++blocks_;
  std::vector<const Stmt*> statements;
  if (at_line_end()) {
    if (!lines(column, statements)) return false;
  } else {
    const Stmt* first = simple();
    if (first == nullptr) return false;
    statements.push_back(first);
    if (!rest_of_line(statements)) return false;
  }
  --blocks_;
  *out = keep_all(Block(statements));
  return true;
}

// Reads the lines of a block.
bool ParseStmt::lines(std::uint32_t column, std::vector<const Stmt*>& out) {
  std::uint32_t inner = 0;
  if (!next_line(&inner) || inner <= column) return fail(offset(), "expected an indented block");
  std::uint32_t next = inner;
  const char* stop = at_;
  while (next == inner) {
    const Stmt* each = statement(inner);
    if (each == nullptr) return false;
    out.push_back(each);
    if (!rest_of_line(out)) return false;
    stop = at_;
    if (!next_line(&next)) break;
    if (next > inner) return invalid();
  }
  at_ = stop;
  return true;
}

// Reads what follows a statement in its line: others, and a last ';'.
bool ParseStmt::rest_of_line(std::vector<const Stmt*>& out) {
  for (;;) {
    const char* stop = at_;
    skip();
    if (!at_line_end()) {
      if (!take(';')) return invalid();
      stop = at_;
      skip();
    }
    if (at_line_end()) {
      at_ = stop;
      return true;
    }
    const Stmt* each = simple();
    if (each == nullptr) return false;
    out.push_back(each);
  }
}

// Goes to the next line and over a word if that is a clause of a statement in `column`.
bool ParseStmt::clause(std::uint32_t column, std::string_view word) {
  const char* stop = at_;
  std::uint32_t next = 0;
  if (next_line(&next) && next == column && take_word(word)) return true;
  at_ = stop;
  return false;
}

// From after `if` or `elif` on.
const Stmt* ParseStmt::if_stmt(std::uint32_t begin, std::uint32_t column) {
  skip();
  const Expr* condition = named_expr();
  Block then, otherwise;
  if (condition == nullptr || !block(column, &then)) return nullptr;
  if (clause(column, "elif")) {
    const int outer = level_;
    if (!link()) return nullptr;
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

bool ParseStmt::loop_body(std::uint32_t column, Block* body, Block* otherwise) {
  const bool outer = scope_.loop;
  scope_.loop = true;
  if (!block(column, body)) return false;
  scope_.loop = outer;
  return !clause(column, "else") || block(column, otherwise);
}

const Stmt* ParseStmt::for_stmt(std::uint32_t begin, std::uint32_t column, bool is_async) {
  skip();
  const Expr* target = for_target();
  if (target == nullptr) return nullptr;
  if (!follows("in")) return invalid();
  const Expr* iterable = unstarred(values());
  Block body, otherwise;
  if (iterable == nullptr || !loop_body(column, &body, &otherwise)) return nullptr;
  if (is_async) return unsupported(begin);
  return make(For{stmt_at(StmtKind::kFor, begin), target, iterable, body, otherwise, false});
}

const Stmt* ParseStmt::while_stmt(std::uint32_t begin, std::uint32_t column) {
  skip();
  const Expr* condition = named_expr();
  Block body, otherwise;
  if (condition == nullptr || !loop_body(column, &body, &otherwise)) return nullptr;
  return make(While{stmt_at(StmtKind::kWhile, begin), condition, body, otherwise});
}

const Stmt* ParseStmt::with_stmt(std::uint32_t begin, std::uint32_t column, bool is_async) {
  skip();
  std::vector<WithItem> items;
  const bool in_parentheses =
      peek() == '(' && attempt([&] { return with_items_in_parentheses(items); });
  if (!in_parentheses && !with_items(items)) return nullptr;
  Block body;
  if (!block(column, &body)) return nullptr;
  if (is_async) return unsupported(begin);
  return make(With{stmt_at(StmtKind::kWith, begin), keep_all(std::span<const WithItem>(items)),
                   body, false});
}

bool ParseStmt::with_items(std::vector<WithItem>& items) {
  items.clear();
  do {
    skip();
    if (!with_item(items)) return false;
  } while (follows_comma());
  return true;
}

bool ParseStmt::with_items_in_parentheses(std::vector<WithItem>& items) {
  for (enter(); peek() != ')' || items.empty(); skip()) {
    if (!with_item(items)) return false;
    skip();
    if (!take(',') && peek() != ')') return invalid();
  }
  leave();
  skip();
  return peek() == ':' || invalid();
}

bool ParseStmt::with_item(std::vector<WithItem>& items) {
  const Expr* context = expr();
  if (context == nullptr) return false;
  const Expr* target = nullptr;
  if (follows("as")) {
    target = item();
    if (target == nullptr) return false;
    check_target(*target, Use::kBind);
  }
  items.push_back({context, target});
  return true;
}

const Stmt* ParseStmt::try_stmt(std::uint32_t begin, std::uint32_t column) {
  Block body, otherwise, finally;
  if (!block(column, &body)) return nullptr;
  std::vector<Handler> handlers;
  std::size_t stars = 0;
  std::uint32_t first = 0;  // of the last handler
  while (clause(column, "except")) {
    if (stars == 0 && !handlers.empty() && handlers.back().type == nullptr)
      return fail(first, "default 'except:' must be last");
    first = offset() - 6;
    skip();
    const bool has_star = take('*');
    stars += has_star ? 1 : 0;
    if (stars != (has_star ? handlers.size() + 1 : 0))
      return fail(first, "cannot have both 'except' and 'except*' on the same 'try'");
    if (!handler(column, has_star, &handlers.emplace_back())) return nullptr;
  }
  if (!handlers.empty() && clause(column, "else") && !block(column, &otherwise)) return nullptr;
  const bool has_finally = clause(column, "finally");
  if (has_finally && !block(column, &finally)) return nullptr;
  if (!has_finally && handlers.empty()) return fail(begin, "expected 'except' or 'finally' block");
  if (stars != 0) return unsupported(begin);
  return make(Try{stmt_at(StmtKind::kTry, begin), body,
                  keep_all(std::span<const Handler>(handlers)), otherwise, finally});
}

bool ParseStmt::handler(std::uint32_t column, bool has_star, Handler* out) {
  skip();
  if (peek() != ':') {
    const std::uint32_t begin = offset();
    out->type = expr();
    if (out->type == nullptr) return false;
    if (follows_comma()) return fail(begin, "multiple exception types must be parenthesized");
    if (follows("as")) {
      out->name = bound_name();
      if (out->name.empty()) return false;
    }
  } else if (has_star) {
    return fail(offset(), "expected one or more exception types");
  }
  return block(column, &out->body);
}

}  // namespace mmlint::syntax
