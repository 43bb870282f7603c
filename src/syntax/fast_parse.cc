#include "syntax/fast_parse.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "syntax/fast_lexer.h"

namespace mmlint::syntax {
namespace {

// Each expression in brackets may hold so many operators, calls and attributes in a row; together
// they stay under the levels that lowering has.
constexpr int kMaxNesting = 40;
constexpr int kMaxLinks = 8;
static_assert(kMaxNesting * (kMaxLinks + 1) < static_cast<int>(kMaxDepth));
constexpr std::size_t kFewNames = 16;

struct Sign {
  Operator op;
  int precedence;  // 0: no operator
  int length;
};

// Every function leaves off behind the last byte of what it read and gives null as soon as it
// finds something else, which ends the reading.
class FastParser : public FastLexer {
 public:
  FastParser(const LowerInput& input, std::uint32_t end) : FastLexer(input, end) {
    exprs_.reserve(64);
    items_.reserve(32);
    arguments_.reserve(32);
  }

  const Stmt* run() {
    const std::string_view id = identifier();
    if (id.empty()) return nullptr;
    const auto targets = array<const Expr*>(1);
    targets[0] = make(Name{expr_at(ExprKind::kName, 0, offset()), id});
    skip();
    if (!take('=')) return nullptr;
    skip();
    const Expr* value = expr();
    if (value == nullptr || !at_end()) return nullptr;
    return make(Assign{{StmtKind::kAssign, place(0), place(offset())}, targets, value});
  }

 private:
  const Expr* expr() {
    if (++nesting_ > kMaxNesting) return nullptr;
    const int outer = links_;
    links_ = 0;
    const Expr* result = operation(1);
    links_ = outer;
    --nesting_;
    return result;
  }

  bool link() { return ++links_ <= kMaxLinks; }

  Sign sign() const {
    const bool twice = peek(1) == peek();
    switch (peek()) {
      case '+':
        return {Operator::kAdd, 1, 1};
      case '-':
        return {Operator::kSubtract, 1, 1};
      case '*':
        return {Operator::kMultiply, twice ? 0 : 2, 1};
      case '/':
        return {twice ? Operator::kFloorDivide : Operator::kDivide, 2, twice ? 2 : 1};
      case '%':
        return {Operator::kModulo, 2, 1};
      default:
        return {Operator::kAdd, 0, 0};
    }
  }

  // Operators of at least that precedence.
  const Expr* operation(int precedence) {
    const std::uint32_t begin = offset();
    const Expr* left = factor();
    while (left != nullptr) {
      const char* stop = at_;
      skip();
      const Sign found = sign();
      if (found.precedence < precedence) {
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

  const Expr* factor() {
    const std::uint32_t begin = offset();
    const char c = peek();
    if (c == '-' || c == '+' || c == '~') {
      ++at_;
      skip();
      const Expr* operand = link() ? factor() : nullptr;
      if (operand == nullptr) return nullptr;
      const Operator op = c == '-'   ? Operator::kNegative
                          : c == '+' ? Operator::kPositive
                                     : Operator::kInvert;
      return make(Unary{expr_at(ExprKind::kUnary, begin, offset()), op, operand});
    }
    const Expr* base = primary();
    if (base == nullptr) return nullptr;
    const char* stop = at_;
    skip();
    if (peek() != '*' || peek(1) != '*') {
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

  const Expr* primary() {
    switch (peek()) {
      case '(':
        return parenthesis();
      case '[':
        return list();
      case '{':
        return braces();
      case '\'':
      case '"':
        return string_and_more();
      default:
        break;
    }
    if (peek() == '.' || (peek() >= '0' && peek() <= '9')) return number();
    return at_string() ? string_and_more() : named();
  }

  const Expr* string_and_more() {
    const std::uint32_t begin = offset();
    const Expr* value = string();
    if (value == nullptr) return nullptr;
    const char* stop = at_;
    skip();
    const bool is_method = peek() == '.';
    at_ = stop;
    return is_method ? links(begin, value) : value;
  }

  const Expr* named() {
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
    } else if (text != "None") {
      return nullptr;
    }
    return make(Constant{expr_at(ExprKind::kConstant, begin, offset()), value});
  }

  // The attributes and calls behind an expression.
  const Expr* links(std::uint32_t begin, const Expr* value) {
    for (;;) {
      const char* stop = at_;
      skip();
      if (peek() == '(') {
        value = call(begin, value);
        if (value == nullptr) return nullptr;
      } else if (take('.')) {
        skip();
        const std::uint32_t name_begin = offset();
        const std::string_view id = identifier();
        if (id.empty() || !link()) return nullptr;
        const Expr at = expr_at(ExprKind::kAttribute, begin, offset());
        value = make(Attribute{at, value, id, place(name_begin)});
      } else {
        at_ = stop;
        return value;
      }
    }
  }

  const Expr* call(std::uint32_t begin, const Expr* callee) {
    const std::uint32_t open = offset();
    const std::size_t base = arguments_.size();
    if (!link()) return nullptr;
    for (enter(); peek() != ')'; skip()) {
      if (!argument(base)) return nullptr;
      skip();
      if (!take(',') && peek() != ')') return nullptr;
    }
    leave();
    const std::span<const Argument> read = std::span<const Argument>(arguments_).subspan(base);
    if (is_repeated(read)) return nullptr;
    const std::span<const Argument> kept = keep_all(read);
    arguments_.resize(base);
    return make(Call{expr_at(ExprKind::kCall, begin, offset()), callee, kept, place(open)});
  }

  bool argument(std::size_t base) {
    const std::uint32_t begin = offset();
    const char* first = at_;
    std::string_view name = word();
    const std::uint32_t name_end = place(offset());
    skip();
    if (!name.empty() && peek() == '=' && peek(1) != '=') {
      if (is_reserved(name)) return false;
      ++at_;
      skip();
    } else {
      name = {};
      at_ = first;
      if (arguments_.size() > base && !arguments_.back().name.empty()) return false;
    }
    const Expr* value = expr();
    if (value == nullptr) return false;
    arguments_.push_back({.name = name,
                          .begin = place(begin),
                          .end = place(offset()),
                          .value = value,
                          .name_end = name_end});
    return true;
  }

  static bool is_repeated(std::span<const Argument> arguments) {
    if (arguments.size() <= kFewNames) {
      for (std::size_t i = 1; i < arguments.size(); ++i) {
        for (std::size_t j = 0; j < i && !arguments[i].name.empty(); ++j) {
          if (arguments[i].name == arguments[j].name) return true;
        }
      }
      return false;
    }
    std::vector<std::string_view> names;
    for (const Argument& each : arguments) {
      if (!each.name.empty()) names.push_back(each.name);
    }
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) != names.end();
  }

  void enter() {
    ++at_;
    ++brackets_;
    skip();
  }
  void leave() {
    ++at_;
    --brackets_;
  }

  const Expr* parenthesis() {
    const std::uint32_t begin = offset();
    const std::size_t base = exprs_.size();
    enter();
    if (peek() == ')') return sequence(ExprKind::kTuple, begin, base, ')');
    const Expr* first = expr();
    if (first == nullptr) return nullptr;
    skip();
    if (peek() == ')') {
      leave();
      return first;
    }
    exprs_.push_back(first);
    return take(',') ? sequence(ExprKind::kTuple, begin, base, ')') : nullptr;
  }

  const Expr* list() {
    const std::uint32_t begin = offset();
    enter();
    return sequence(ExprKind::kList, begin, exprs_.size(), ']');
  }

  // The rest of the items, up to and with the closing bracket.
  const Expr* sequence(ExprKind kind, std::uint32_t begin, std::size_t base, char close) {
    for (skip(); peek() != close; skip()) {
      const Expr* item = expr();
      if (item == nullptr) return nullptr;
      exprs_.push_back(item);
      skip();
      if (!take(',') && peek() != close) return nullptr;
    }
    leave();
    const Exprs kept = keep_all(Exprs(exprs_).subspan(base));
    exprs_.resize(base);
    return make(Sequence{expr_at(kind, begin, offset()), kept});
  }

  const Expr* braces() {
    const std::uint32_t begin = offset();
    const std::size_t base = items_.size();
    enter();
    while (peek() != '}') {
      const Expr* key = expr();
      if (key == nullptr) return nullptr;
      skip();
      if (items_.size() == base && (peek() == ',' || peek() == '}')) {
        exprs_.push_back(key);
        take(',');
        return sequence(ExprKind::kSet, begin, exprs_.size() - 1, '}');
      }
      if (!take(':')) return nullptr;
      skip();
      const Expr* value = expr();
      if (value == nullptr) return nullptr;
      items_.push_back({key, value});
      skip();
      if (!take(',') && peek() != '}') return nullptr;
      skip();
    }
    leave();
    const std::span<const DictItem> kept =
        keep_all(std::span<const DictItem>(items_).subspan(base));
    items_.resize(base);
    return make(Dict{expr_at(ExprKind::kDict, begin, offset()), kept});
  }

  template <class T>
  std::span<const T> keep_all(std::span<const T> items) {
    const std::span<T> kept = array<T>(items.size());
    std::copy(items.begin(), items.end(), kept.begin());
    return kept;
  }

  std::array<std::byte, 4096> buffer_;
  std::pmr::monotonic_buffer_resource scratch_{buffer_.data(), buffer_.size()};
  // What brackets that are still open hold so far.
  std::pmr::vector<const Expr*> exprs_{&scratch_};
  std::pmr::vector<DictItem> items_{&scratch_};
  std::pmr::vector<Argument> arguments_{&scratch_};
  int nesting_ = 0;
  int links_ = 0;
};

}  // namespace

const Stmt* fast_parse(const LowerInput& input, std::uint32_t end) {
  return FastParser(input, end).run();
}

}  // namespace mmlint::syntax
