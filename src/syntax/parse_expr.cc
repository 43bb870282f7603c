#include "syntax/parse_expr.h"

#include "base/text.h"

namespace mmlint::syntax {
namespace {

struct Sign {
  Operator op;
  int precedence;  // 0: no operator
  int length;
};

// The binary operator that begins with two bytes, without comparisons and '**'.
Sign sign_of(char first, char second) {
  const bool twice = first == second;
  switch (first) {
    case '|':
      return {Operator::kBitOr, 1, 1};
    case '^':
      return {Operator::kBitXor, 2, 1};
    case '&':
      return {Operator::kBitAnd, 3, 1};
    case '<':
      return {Operator::kLeftShift, twice ? 4 : 0, 2};
    case '>':
      return {Operator::kRightShift, twice ? 4 : 0, 2};
    case '+':
      return {Operator::kAdd, 5, 1};
    case '-':
      return {Operator::kSubtract, 5, 1};
    case '*':
      return {Operator::kMultiply, twice ? 0 : 6, 1};
    case '/':
      return {twice ? Operator::kFloorDivide : Operator::kDivide, 6, twice ? 2 : 1};
    case '%':
      return {Operator::kModulo, 6, 1};
    case '@':
      return {Operator::kMatrixMultiply, 6, 1};
    default:
      return {Operator::kAdd, 0, 0};
  }
}

// True for the first bytes of the operators that stand before an operand, and of `lambda`.
bool may_be_prefix(char c) {
  return c == 'n' || c == 'l' || c == '-' || c == '+' || c == '~';
}

}  // namespace

ParseExpr::ParseExpr(const ParseInput& input) : ParseChecks(input) {
  exprs_.reserve(64);
  items_.reserve(32);
  arguments_.reserve(32);
}

const Expr* ParseExpr::expr() {
  const int outer = level_;
  if (!link()) return nullptr;
  const std::uint32_t begin = offset();
  if (!may_be_prefix(peek())) {
    const char* first = at_;
    const Expr* operand = primary();
    if (operand == nullptr) return nullptr;
    if (ends_here()) {
      ended_ = at_;
      level_ = outer;
      return operand;
    }
    read_ = {operand, first, at_};
    at_ = first;
  }
  const bool is_lambda = take_word("lambda");
  const Expr* result = is_lambda ? lambda(begin) : disjunction();
  if (!is_lambda && result != nullptr && !nothing_follows() && follows("if")) {
    const Expr* condition = disjunction();
    if (condition == nullptr) return nullptr;
    if (!follows("else")) return invalid();
    const Expr* otherwise = link() ? expr() : nullptr;
    if (otherwise == nullptr) return nullptr;
    result = make(Conditional{expr_at(ExprKind::kConditional, begin, offset()), condition, result,
                              otherwise});
  }
  level_ = outer;
  return result;
}

// True if what comes next cannot belong to the expression whose first operand was just read, as is
// most often so.
bool ParseExpr::ends_here() {
  const char* stop = at_;
  skip();
  const char next = peek();
  const bool assigns = next == '=' && peek(1) != '=';
  at_ = stop;
  return assigns || next == ',' || next == ')' || next == ']' || next == '}' || next == ':' ||
         next == '\n' || next == '\r' || next == '\0';
}

// True if the operand that was just read is followed by no word and no comparison, as is most often
// so.
bool ParseExpr::nothing_follows() {
  return at_ == ended_;
}

const Expr* ParseExpr::disjunction() {
  return boolean("or", Operator::kOr, &ParseExpr::conjunction);
}

const Expr* ParseExpr::conjunction() {
  return boolean("and", Operator::kAnd, &ParseExpr::inversion);
}

const Expr* ParseExpr::boolean(std::string_view word, Operator op,
                               const Expr* (ParseExpr::*operand)()) {
  const std::uint32_t begin = offset();
  const Expr* left = (this->*operand)();
  while (left != nullptr && !nothing_follows() && follows(word)) {
    const Expr* right = link() ? (this->*operand)() : nullptr;
    if (right == nullptr) return nullptr;
    left = make(Boolean{expr_at(ExprKind::kBoolean, begin, offset()), op, left, right});
  }
  return left;
}

const Expr* ParseExpr::inversion() {
  const std::uint32_t begin = offset();
  if (peek() != 'n' || !take_word("not")) return comparison();
  skip();
  const Expr* operand = link() ? inversion() : nullptr;
  if (operand == nullptr) return nullptr;
  return make(Unary{expr_at(ExprKind::kUnary, begin, offset()), Operator::kNot, operand});
}

const Expr* ParseExpr::comparison() {
  const std::uint32_t begin = offset();
  const Expr* left = bitwise_or();
  if (left == nullptr) return nullptr;
  const char* stop = at_;
  skip();
  const char next = peek();
  at_ = stop;
  const bool is_sign = next == '<' || next == '>' || next == '=' || next == '!';
  if (!is_sign && (next < 'a' || next > 'z')) {
    ended_ = at_;
    return left;
  }
  std::vector<Operator> ops;
  const std::size_t base = exprs_.size();
  Operator op = Operator::kEqual;
  while (compare_operator(&op)) {
    const int outer = level_;
    const Expr* right = link() ? bitwise_or() : nullptr;
    level_ = outer;
    if (right == nullptr) return nullptr;
    ops.push_back(op);
    exprs_.push_back(right);
  }
  if (ops.empty()) return left;
  const std::span<const Operator> kept = keep_all(std::span<const Operator>(ops));
  const Exprs rights = keep_all(Exprs(exprs_).subspan(base));
  exprs_.resize(base);
  return make(Compare{expr_at(ExprKind::kCompare, begin, offset()), left, kept, rights});
}

// Goes over the operator of a comparison and the blanks around it if one comes next.
bool ParseExpr::compare_operator(Operator* op) {
  if (follows("in")) {
    *op = Operator::kIn;
    return true;
  }
  if (follows("is")) {
    *op = follows("not") ? Operator::kIsNot : Operator::kIs;
    skip();
    return true;
  }
  const char* stop = at_;
  if (follows("not")) {
    *op = Operator::kNotIn;
    if (take_word("in")) {
      skip();
      return true;
    }
  } else {
    skip();
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    const bool is_sign = !rest.empty() && std::string_view("<>=!").find(rest[0]) != rest.npos;
    const bool is_other = peek(1) == '<' || peek(1) == '>';  // "<<", ">>" or "<>"
    const std::size_t size = peek(1) == '=' ? 2 : 1;
    if (const auto found = comparison_operator(rest.substr(0, size));
        is_sign && !is_other && found) {
      at_ += size;
      skip();
      *op = *found;
      return true;
    }
  }
  at_ = stop;
  return false;
}

// Reads operators of at least that precedence.
const Expr* ParseExpr::operation(int precedence) {
  const std::uint32_t begin = offset();
  const Expr* left = factor();
  while (left != nullptr) {
    const char* stop = at_;
    skip();
    const Sign found = sign_of(peek(), peek(1));
    const bool assigns = peek(found.length) == '=';
    if (found.precedence < precedence || assigns) {
      at_ = stop;
      break;
    }
    at_ += found.length;
    skip();
    const Expr* right = link() ? operation(found.precedence + 1) : nullptr;
    if (right == nullptr) return nullptr;
    left = make(Binary{expr_at(ExprKind::kBinary, begin, offset()), found.op, left, right});
  }
  return left;
}

const Expr* ParseExpr::factor() {
  const std::uint32_t begin = offset();
  const char c = peek();
  const bool is_read = read_.operand != nullptr && read_.begin == at_;
  if (!is_read && (c == '-' || c == '+' || c == '~')) {
    ++at_;
    skip();
    const Expr* operand = link() ? factor() : nullptr;
    if (operand == nullptr) return nullptr;
    const Operator op = c == '-'   ? Operator::kNegative
                        : c == '+' ? Operator::kPositive
                                   : Operator::kInvert;
    return make(Unary{expr_at(ExprKind::kUnary, begin, offset()), op, operand});
  }
  const Expr* base = is_read ? take_read() : primary();
  if (base == nullptr) return nullptr;
  const char* stop = at_;
  skip();
  if (peek() != '*' || peek(1) != '*' || peek(2) == '=') {
    at_ = stop;
    return base;
  }
  at_ += 2;
  skip();
  const Expr* exponent = link() ? factor() : nullptr;
  if (exponent == nullptr) return nullptr;
  return make(
      Binary{expr_at(ExprKind::kBinary, begin, offset()), Operator::kPower, base, exponent});
}

const Expr* ParseExpr::take_read() {
  at_ = read_.end;
  return std::exchange(read_.operand, nullptr);
}

const Expr* ParseExpr::primary() {
  const std::uint32_t begin = offset();
  switch (peek()) {
    case '(':
      return links(begin, parenthesis());
    case '[':
      return links(begin, list());
    case '{':
      return links(begin, braces());
    case '\'':
    case '"':
      return links(begin, string());
    default:
      break;
  }
  if (peek() == '.' && peek(1) == '.' && peek(2) == '.') {
    at_ += 3;
    const Expr at = expr_at(ExprKind::kConstant, begin, offset());
    return links(begin, make(Constant{at, ConstantKind::kEllipsis}));
  }
  if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return links(begin, number());
  return at_string() ? links(begin, string()) : named();
}

// A name, a constant, or what begins with `await`.
const Expr* ParseExpr::named() {
  const std::uint32_t begin = offset();
  const std::string_view text = word();
  if (!text.empty() && !is_reserved(text)) {
    return links(begin, make(Name{expr_at(ExprKind::kName, begin, offset()), text}));
  }
  ConstantKind value = ConstantKind::kNone;
  if (text == "True") {
    value = ConstantKind::kTrue;
  } else if (text == "False") {
    value = ConstantKind::kFalse;
  } else if (text == "await") {
    return awaited(begin);
  } else if (text != "None") {
    at_ = begin_ + begin;
    return invalid();
  }
  return links(begin, make(Constant{expr_at(ExprKind::kConstant, begin, offset()), value}));
}

// From after `await` on.
const Expr* ParseExpr::awaited(std::uint32_t begin) {
  skip();
  const char* const first = at_;
  if (take_word("await")) {
    at_ = first;
    return invalid();
  }
  const Expr* value = link() ? primary() : nullptr;
  if (value == nullptr) return nullptr;
  met_.push_back({Met::What::kAwait, begin, offset()});
  return make(Yield{expr_at(ExprKind::kAwait, begin, offset()), value});
}

// The attributes, calls and subscripts after an expression, which may be null.
const Expr* ParseExpr::links(std::uint32_t begin, const Expr* value) {
  while (value != nullptr) {
    const char* stop = at_;
    skip();
    if (peek() == '(') {
      value = call(begin, value);
    } else if (peek() == '[') {
      value = subscript(begin, value);
    } else if (take('.')) {
      skip();
      const std::uint32_t name_begin = offset();
      const std::string_view id = identifier();
      if (id.empty() || !link()) return nullptr;
      const Expr at = expr_at(ExprKind::kAttribute, begin, offset());
      value = make(Attribute{at, value, id, place(name_begin)});
    } else {
      at_ = stop;
      break;
    }
  }
  return value;
}

const Expr* ParseExpr::subscript(std::uint32_t begin, const Expr* object) {
  if (!link()) return nullptr;
  enter();
  const std::uint32_t inner = offset();
  const Expr* read = bare_tuple(
      inner, index(), [this] { return index(); }, [this] { return peek() == ']'; });
  if (read == nullptr) return nullptr;
  if (read->kind == ExprKind::kStarred) {
    read = make(Sequence{expr_at(ExprKind::kTuple, inner, offset()), keep_all(Exprs(&read, 1))});
  }
  skip();
  if (peek() != ']') return invalid();
  leave();
  return make(Subscript{expr_at(ExprKind::kSubscript, begin, offset()), object, read});
}

// One index or slice.
const Expr* ParseExpr::index() {
  const std::uint32_t begin = offset();
  const Expr* parts[3] = {};
  if (peek() != ':') {
    parts[0] = peek() == '*' ? starred(true) : named_expr();
    if (parts[0] == nullptr) return nullptr;
    const char* const stop = at_;
    skip();
    if (peek() != ':' || only_as_item(*parts[0], begin)) {
      at_ = stop;
      return parts[0];
    }
  }
  const char* end = at_;
  for (int i = 1; i < 3 && take(':'); ++i) {
    end = at_;
    skip();
    if (peek() != ':' && peek() != ']' && peek() != ',') {
      parts[i] = expr();
      if (parts[i] == nullptr) return nullptr;
      end = at_;
      skip();
    }
  }
  at_ = end;
  return make(Slice{expr_at(ExprKind::kSlice, begin, offset()), parts[0], parts[1], parts[2]});
}

}  // namespace mmlint::syntax
