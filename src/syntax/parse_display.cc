
#include "syntax/parse_expr.h"
#include "syntax/repeated_name.h"

// Calls, brackets and comprehensions.
namespace mmlint::syntax {

bool ParseExpr::only_as_item(const Expr& read, std::uint32_t begin) const {
  return read.kind == ExprKind::kStarred || (read.kind == ExprKind::kNamed && begin_[begin] != '(');
}

const Expr* ParseExpr::call(std::uint32_t begin, const Expr* callee) {
  const std::uint32_t open = offset();
  std::span<const Argument> read;
  if (!link() || !arguments(true, &read)) return nullptr;
  return make(Call{expr_at(ExprKind::kCall, begin, offset()), callee, read, place(open)});
}

bool ParseExpr::arguments(bool may_be_generator, std::span<const Argument>* out) {
  const std::uint32_t open = offset();
  const std::size_t base = arguments_.size(), met = met_.size();
  Order order;
  bool closed = false;
  for (enter(); peek() != ')'; skip()) {
    if (!(peek() == '*' ? star_argument(order) : argument(order))) return false;
    skip();
    Argument& last = arguments_.back();
    if (may_be_generator && arguments_.size() == base + 1 && last.name.empty() &&
        last.value->kind != ExprKind::kStarred && at_clause()) {
      // The parentheses of the call are those of the generator.
      const Expr* only =
          comprehension(ComprehensionKind::kGenerator, open, met, nullptr, last.value);
      if (only == nullptr) return false;
      arguments_.back() = {.name = {}, .begin = only->begin, .end = only->end, .value = only};
      closed = true;
      break;
    }
    if (!take(',') && peek() != ')') return invalid();
  }
  if (!closed) leave();
  const std::span<const Argument> read = std::span<const Argument>(arguments_).subspan(base);
  if (const Argument* found = first_repeated(read)) {
    refuse({{}, found->begin, found->end},
           "keyword argument repeated: " + std::string(found->name));
  }
  *out = keep_all(read);
  arguments_.resize(base);
  return true;
}

bool ParseExpr::argument(Order& order) {
  const std::uint32_t begin = offset();
  const char* first = at_;
  std::string_view name = word();
  const std::uint32_t name_end = place(offset());
  skip();
  const bool is_keyword = !name.empty() && peek() == '=' && peek(1) != '=' && !is_reserved(name);
  if (is_keyword) {
    check_bound(name, begin);
    order.keyword = true;
    ++at_;
    skip();
  } else {
    name = {};
    at_ = first;
  }
  const Expr* value = is_keyword ? expr() : named_expr();
  if (value == nullptr) return false;
  if (!is_keyword && (order.keyword || order.unpacked)) {
    refuse(*value, order.unpacked ? "positional argument follows keyword argument unpacking"
                                  : "positional argument follows keyword argument");
  }
  arguments_.push_back({.name = name,
                        .begin = place(begin),
                        .end = place(offset()),
                        .value = value,
                        .name_end = name_end});
  return true;
}

// After a star, an argument may be any expression.
bool ParseExpr::star_argument(Order& order) {
  const std::uint32_t begin = offset();
  ++at_;
  const int stars = take('*') ? 2 : 1;
  skip();
  const int outer = level_;
  const Expr* value = link() ? expr() : nullptr;
  level_ = outer;
  if (value == nullptr) return false;
  const Expr* read = make(Starred{expr_at(ExprKind::kStarred, begin, offset()), value, stars});
  if (stars == 1 && order.unpacked) {
    refuse(*read, "iterable argument unpacking follows keyword argument unpacking");
  }
  order.unpacked = order.unpacked || stars == 2;
  arguments_.push_back({.name = {}, .begin = read->begin, .end = read->end, .value = read});
  return true;
}

const Expr* ParseExpr::parenthesis() {
  const std::uint32_t begin = offset();
  const std::size_t base = exprs_.size(), met = met_.size();
  enter();
  if (peek() == ')') return sequence(ExprKind::kTuple, begin, base, ')');
  const bool is_yield = peek() == 'y' && take_word("yield");
  const Expr* first = is_yield ? yielded(offset() - 5) : named_item();
  if (first == nullptr) return nullptr;
  skip();
  if (peek() == ')') {
    if (first->kind == ExprKind::kStarred) refuse(*first, "cannot use starred expression here");
    leave();
    return first;
  }
  if (is_yield) return invalid();
  if (at_clause()) return comprehension(ComprehensionKind::kGenerator, begin, met, nullptr, first);
  exprs_.push_back(first);
  if (!take(',')) return invalid();
  return sequence(ExprKind::kTuple, begin, base, ')');
}

const Expr* ParseExpr::list() {
  const std::uint32_t begin = offset();
  const std::size_t base = exprs_.size(), met = met_.size();
  enter();
  if (peek() == ']') return sequence(ExprKind::kList, begin, base, ']');
  const Expr* first = named_item();
  if (first == nullptr) return nullptr;
  skip();
  if (at_clause()) return comprehension(ComprehensionKind::kList, begin, met, nullptr, first);
  exprs_.push_back(first);
  if (!take(',') && peek() != ']') return invalid();
  return sequence(ExprKind::kList, begin, base, ']');
}

// `*value`, where the value may be any expression or only what no comparison is in.
const Expr* ParseExpr::starred(bool before_any) {
  const std::uint32_t begin = offset();
  ++at_;
  skip();
  const int outer = level_;
  const Expr* value = !link() ? nullptr : before_any ? expr() : bitwise_or();
  level_ = outer;
  if (value == nullptr) return nullptr;
  return make(Starred{expr_at(ExprKind::kStarred, begin, offset()), value, 1});
}

// The rest of the items, up to and with the closing bracket.
const Expr* ParseExpr::sequence(ExprKind kind, std::uint32_t begin, std::size_t base, char close) {
  for (skip(); peek() != close; skip()) {
    const Expr* next = named_item();
    if (next == nullptr) return nullptr;
    exprs_.push_back(next);
    skip();
    if (!take(',') && peek() != close) return invalid();
  }
  leave();
  const Exprs kept = keep_all(Exprs(exprs_).subspan(base));
  exprs_.resize(base);
  return make(Sequence{expr_at(kind, begin, offset()), kept});
}

const Expr* ParseExpr::braces() {
  const std::uint32_t begin = offset();
  const std::size_t base = exprs_.size(), met = met_.size();
  enter();
  if (peek() == '}' || (peek() == '*' && peek(1) == '*')) return dict_rest(begin, items_.size());
  const std::uint32_t inner = offset();
  const Expr* first = named_item();
  if (first == nullptr) return nullptr;
  skip();
  if (peek() != ':' || only_as_item(*first, inner)) {
    if (at_clause()) return comprehension(ComprehensionKind::kSet, begin, met, nullptr, first);
    exprs_.push_back(first);
    if (!take(',') && peek() != '}') return invalid();
    return sequence(ExprKind::kSet, begin, base, '}');
  }
  ++at_;
  skip();
  const Expr* value = expr();
  if (value == nullptr) return nullptr;
  skip();
  if (at_clause()) return comprehension(ComprehensionKind::kDict, begin, met, first, value);
  items_.push_back({first, value});
  if (!take(',') && peek() != '}') return invalid();
  skip();
  return dict_rest(begin, items_.size() - 1);
}

// The rest of a dict's items, up to and with the closing brace.
const Expr* ParseExpr::dict_rest(std::uint32_t begin, std::size_t base) {
  while (peek() != '}') {
    const Expr* key = nullptr;
    const Expr* value = nullptr;
    if (peek() == '*' && peek(1) == '*') {
      ++at_;  // an item with one star is left
      value = starred();
      if (value == nullptr) return nullptr;
      value = as<Starred>(*value).value;
    } else {
      key = expr();
      if (key == nullptr) return nullptr;
      skip();
      if (!take(':')) return invalid();
      skip();
      value = expr();
      if (value == nullptr) return nullptr;
    }
    items_.push_back({key, value});
    skip();
    if (!take(',') && peek() != '}') return invalid();
    skip();
  }
  leave();
  const std::span<const DictItem> kept = keep_all(std::span<const DictItem>(items_).subspan(base));
  items_.resize(base);
  return make(Dict{expr_at(ExprKind::kDict, begin, offset()), kept});
}

}  // namespace mmlint::syntax
