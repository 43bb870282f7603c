#include "syntax/fast_parse.h"

#include <algorithm>
#include <vector>

#include "syntax/fast_expr.h"
#include "syntax/operator_text.h"

namespace mmlint::syntax {
namespace {

constexpr int kMaxBlocks = 15;  // in each other

// Every function leaves off behind the last byte of the statement that it read.
class FastStatements : public FastExpr {
 public:
  FastStatements(const LowerInput& input, std::uint32_t end) : FastExpr(input, end) {}

  const Stmt* run() {
    const Stmt* read = statement(0);
    if (read == nullptr) return nullptr;
    const bool is_block = read->kind == StmtKind::kIf || read->kind == StmtKind::kFor ||
                          read->kind == StmtKind::kWith;
    std::uint32_t column = 0;
    return at_end() || (is_block && next_line(&column) == Line::kNone) ? read : nullptr;
  }

 private:
  Stmt stmt_at(StmtKind kind, std::uint32_t begin) const {
    return {kind, place(begin), place(offset())};
  }

  // `column` is that of the block that the statement stands in.
  const Stmt* statement(std::uint32_t column) {
    const std::uint32_t begin = offset();
    switch (peek()) {
      case 'b':
        if (take_word("break"))
          return loops_ > 0 ? make(stmt_at(StmtKind::kBreak, begin)) : nullptr;
        break;
      case 'c':
        if (take_word("continue"))
          return loops_ > 0 ? make(stmt_at(StmtKind::kContinue, begin)) : nullptr;
        break;
      case 'd':
        if (take_word("del")) return del(begin);
        break;
      case 'f':
        if (take_word("from")) return import_from(begin);
        if (take_word("for")) return for_stmt(begin, column);
        break;
      case 'i':
        if (take_word("if")) return if_stmt(begin, column);
        if (take_word("import")) return import(begin);
        break;
      case 'p':
        if (take_word("pass")) return make(stmt_at(StmtKind::kPass, begin));
        break;
      case 'w':
        if (take_word("with")) return with_stmt(begin, column);
        break;
      default:
        break;
    }
    return assignment(begin);
  }

  // --- Assignments and calls ---

  const Stmt* assignment(std::uint32_t begin) {
    const Expr* first = values();
    if (first == nullptr) return nullptr;
    const char* stop = at_;
    skip();
    if (peek() == '=' && peek(1) != '=') return assign(begin, first);
    if (const auto op = augmented_operator()) return augmented(begin, first, *op);
    at_ = stop;
    const bool is_tuple = first->kind == ExprKind::kTuple && peek_at(begin) != '(';
    if (is_tuple || begins_like_statement(begin)) return nullptr;
    return make(ExpressionStmt{stmt_at(StmtKind::kExpression, begin), first});
  }

  char peek_at(std::uint32_t at) const { return begin_[at]; }

  // The grammar reads some names as statements of Python 2, 3.10 and 3.12; lowering has to decide.
  bool begins_like_statement(std::uint32_t begin) const {
    static constexpr std::string_view kWords[] = {"print", "exec", "type", "match"};
    const std::string_view rest(begin_ + begin, static_cast<std::size_t>(end_ - begin_ - begin));
    return std::any_of(std::begin(kWords), std::end(kWords),
                       [&](std::string_view word) { return rest.starts_with(word); });
  }

  // One expression, or a tuple without parentheses.
  const Expr* values() {
    const std::uint32_t begin = offset();
    const Expr* first = expr();
    if (first == nullptr) return nullptr;
    return bare_tuple(
        begin, first, [this] { return expr(); },
        [this] {
          return at_end() || std::string_view("=\n\r#").find(peek()) != std::string_view::npos;
        });
  }

  const Stmt* assign(std::uint32_t begin, const Expr* first) {
    std::vector<const Expr*> targets;
    const Expr* value = first;
    while (peek() == '=' && peek(1) != '=') {
      if (!is_target(*value)) return nullptr;
      targets.push_back(value);
      ++at_;
      skip();
      value = values();
      if (value == nullptr) return nullptr;
      const char* stop = at_;
      skip();
      if (peek() != '=') at_ = stop;
    }
    return make(Assign{stmt_at(StmtKind::kAssign, begin), keep_all(Exprs(targets)), value});
  }

  // Goes over the operator and the blanks behind it.
  std::optional<Operator> augmented_operator() {
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    const std::size_t equals = rest.substr(0, 4).find('=');
    if (equals == rest.npos) return std::nullopt;
    const auto op = binary_operator(rest.substr(0, equals));
    if (!op) return std::nullopt;
    at_ += equals + 1;
    skip();
    return op;
  }

  const Stmt* augmented(std::uint32_t begin, const Expr* target, Operator op) {
    const bool is_one = target->kind == ExprKind::kName || target->kind == ExprKind::kAttribute ||
                        target->kind == ExprKind::kSubscript;
    const Expr* value = is_one ? expr() : nullptr;
    if (value == nullptr) return nullptr;
    return make(Augmented{stmt_at(StmtKind::kAugmented, begin), target, op, value});
  }

  const Stmt* del(std::uint32_t begin) {
    std::vector<const Expr*> targets;
    do {
      skip();
      const Expr* target = peek() == '(' || peek() == '[' ? nullptr : expr();
      if (target == nullptr || !is_target(*target)) return nullptr;
      targets.push_back(target);
    } while (follows_comma());
    return make(Delete{stmt_at(StmtKind::kDelete, begin), keep_all(Exprs(targets))});
  }

  bool follows_comma() {
    const char* stop = at_;
    skip();
    if (take(',')) return true;
    at_ = stop;
    return false;
  }

  // --- Imports ---

  // "a.b.c" without blanks; empty if there is none.
  std::string_view dotted() {
    const std::uint32_t begin = offset();
    do {
      if (identifier().empty()) return {};
    } while (take('.'));
    return text_between(begin, offset());
  }

  // `a as b`
  bool imported(bool is_from, std::vector<ImportedName>& names) {
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

  const Stmt* import(std::uint32_t begin) {
    std::vector<ImportedName> names;
    do {
      skip();
      if (!imported(false, names)) return nullptr;
    } while (follows_comma());
    return make(
        Import{stmt_at(StmtKind::kImport, begin), keep_all(std::span<const ImportedName>(names))});
  }

  const Stmt* import_from(std::uint32_t begin) {
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

  bool imported_in_parentheses(std::vector<ImportedName>& names) {
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

  // --- Blocks ---

  enum class Line { kNone, kCode, kOther };

  // Goes from behind a statement to the first byte of the next one, and says in which column it
  // stands, counted from 0. kOther: something else follows, or an indentation that is not of
  // blanks.
  Line next_line(std::uint32_t* column) {
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
  bool block(std::uint32_t column, Block* out) {
    skip();
    if (!take(':') || ++blocks_ > kMaxBlocks) return false;
    std::uint32_t inner = 0;
    if (next_line(&inner) != Line::kCode || inner <= column) return false;
    std::vector<const Stmt*> statements;
    std::uint32_t next = inner;
    const char* stop = at_;
    while (next == inner) {
      const Stmt* each = statement(inner);
      if (each == nullptr) return false;
      statements.push_back(each);
      stop = at_;
      const Line line = next_line(&next);
      if (line == Line::kNone) break;
      if (line == Line::kOther || next > inner) return false;
    }
    at_ = stop;
    --blocks_;
    *out = keep_all(Block(statements));
    return true;
  }

  // Goes to the next line and over a word if that is a clause of a statement in `column`.
  bool clause(std::uint32_t column, std::string_view word) {
    const char* stop = at_;
    std::uint32_t next = 0;
    if (next_line(&next) == Line::kCode && next == column && take_word(word)) return true;
    at_ = stop;
    return false;
  }

  // From behind `if` or `elif` on.
  const Stmt* if_stmt(std::uint32_t begin, std::uint32_t column) {
    skip();
    const Expr* condition = expr();
    Block then, otherwise;
    if (condition == nullptr || !block(column, &then)) return nullptr;
    if (clause(column, "elif")) {
      if (++nesting_ > kMaxNesting) return nullptr;
      const auto only = array<const Stmt*>(1);
      only[0] = if_stmt(offset() - 4, column);
      --nesting_;
      if (only[0] == nullptr) return nullptr;
      otherwise = only;
    } else if (clause(column, "else") && !block(column, &otherwise)) {
      return nullptr;
    }
    return make(If{stmt_at(StmtKind::kIf, begin), condition, then, otherwise});
  }

  const Stmt* for_stmt(std::uint32_t begin, std::uint32_t column) {
    skip();
    const Expr* target = for_target();
    if (target == nullptr) return nullptr;
    skip();
    if (!take_word("in")) return nullptr;
    skip();
    const Expr* iterable = expr();
    Block body, otherwise;
    ++loops_;
    if (iterable == nullptr || !block(column, &body)) return nullptr;
    --loops_;
    if (clause(column, "else") && !block(column, &otherwise)) return nullptr;
    return make(For{stmt_at(StmtKind::kFor, begin), target, iterable, body, otherwise, false});
  }

  const Stmt* with_stmt(std::uint32_t begin, std::uint32_t column) {
    skip();
    const Expr* context = peek() == '(' ? nullptr : expr();
    Block body;
    if (context == nullptr || !block(column, &body)) return nullptr;
    const auto items = array<WithItem>(1);
    items[0] = {context, nullptr};
    return make(With{stmt_at(StmtKind::kWith, begin), items, body, false});
  }

  int blocks_ = 0;
  int loops_ = 0;
};

}  // namespace

const Stmt* fast_parse(const LowerInput& input, std::uint32_t end) {
  return FastStatements(input, end).run();
}

}  // namespace mmlint::syntax
