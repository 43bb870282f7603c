#include <algorithm>

#include "syntax/fast_expr.h"

// Calls, brackets and comprehensions.
namespace mmlint::syntax {
namespace {

constexpr std::size_t kFewNames = 16;

bool is_repeated(std::span<const Argument> arguments) {
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
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) != names.end();
}

}  // namespace

void FastExpr::enter() {
  ++at_;
  ++brackets_;
  skip();
}

void FastExpr::leave() {
  ++at_;
  --brackets_;
}

const Expr* FastExpr::call(std::uint32_t begin, const Expr* callee) {
  const std::uint32_t open = offset();
  std::span<const Argument> read;
  if (!link() || !arguments(true, &read)) return nullptr;
  return make(Call{expr_at(ExprKind::kCall, begin, offset()), callee, read, place(open)});
}

bool FastExpr::arguments(bool may_be_generator, std::span<const Argument>* out) {
  const std::uint32_t open = offset();
  const std::size_t base = arguments_.size();
  Order order;
  bool closed = false;
  for (enter(); peek() != ')'; skip()) {
    if (!(peek() == '*' ? star_argument(order) : argument(order))) return false;
    skip();
    if (arguments_.size() == base + 1 && peek() == 'f' && arguments_.back().name.empty()) {
      const Expr* only =
          may_be_generator ? generator_argument(open, arguments_.back().value) : nullptr;
      if (only == nullptr) return false;
      arguments_.back() = {.name = {}, .begin = only->begin, .end = only->end, .value = only};
      closed = true;
      break;
    }
    if (!take(',') && peek() != ')') return false;
  }
  if (!closed) leave();
  const std::span<const Argument> read = std::span<const Argument>(arguments_).subspan(base);
  if (is_repeated(read)) return false;
  *out = keep_all(read);
  arguments_.resize(base);
  return true;
}

// The one argument of a call that is a generator has the call's parentheses as its own.
const Expr* FastExpr::generator_argument(std::uint32_t open, const Expr* value) {
  if (value->kind == ExprKind::kStarred) return nullptr;
  return comprehension(ComprehensionKind::kGenerator, open, nullptr, value, ')');
}

bool FastExpr::argument(Order& order) {
  const std::uint32_t begin = offset();
  const char* first = at_;
  std::string_view name = word();
  const std::uint32_t name_end = place(offset());
  skip();
  if (!name.empty() && peek() == '=' && peek(1) != '=') {
    if (is_reserved(name)) return false;
    order.keyword = true;
    ++at_;
    skip();
  } else {
    name = {};
    at_ = first;
    if (order.keyword || order.unpacked) return false;
  }
  const Expr* value = name.empty() ? walrus_or_expr() : expr();
  if (value == nullptr) return false;
  arguments_.push_back({.name = name,
                        .begin = place(begin),
                        .end = place(offset()),
                        .value = value,
                        .name_end = name_end});
  return true;
}

bool FastExpr::star_argument(Order& order) {
  const std::uint32_t begin = offset();
  ++at_;
  const int stars = take('*') ? 2 : 1;
  if (stars == 1 && order.unpacked) return false;
  order.unpacked = order.unpacked || stars == 2;
  skip();
  const Expr* value = link() ? expr() : nullptr;
  if (value == nullptr) return false;
  const Expr* starred = make(Starred{expr_at(ExprKind::kStarred, begin, offset()), value, stars});
  arguments_.push_back(
      {.name = {}, .begin = starred->begin, .end = starred->end, .value = starred});
  return true;
}

const Expr* FastExpr::parenthesis() {
  const std::uint32_t begin = offset();
  const std::size_t base = exprs_.size();
  enter();
  if (peek() == ')') return sequence(ExprKind::kTuple, begin, base, ')');
  if (peek() == 'y' && take_word("yield")) {
    const Expr* yield = yielded(offset() - 5);
    skip();
    if (yield == nullptr || peek() != ')') return nullptr;
    leave();
    return yield;
  }
  const Expr* first = peek() == '*' ? item() : walrus_or_expr();
  if (first == nullptr) return nullptr;
  skip();
  const bool starred = first->kind == ExprKind::kStarred;
  if (peek() == ')') {
    leave();
    return starred ? nullptr : first;
  }
  if (peek() == 'f')
    return starred ? nullptr
                   : comprehension(ComprehensionKind::kGenerator, begin, nullptr, first, ')');
  exprs_.push_back(first);
  return take(',') ? sequence(ExprKind::kTuple, begin, base, ')') : nullptr;
}

const Expr* FastExpr::list() {
  const std::uint32_t begin = offset();
  const std::size_t base = exprs_.size();
  enter();
  if (peek() == ']') return sequence(ExprKind::kList, begin, base, ']');
  const Expr* first = item();
  if (first == nullptr) return nullptr;
  skip();
  if (peek() == 'f')
    return first->kind == ExprKind::kStarred
               ? nullptr
               : comprehension(ComprehensionKind::kList, begin, nullptr, first, ']');
  exprs_.push_back(first);
  if (!take(',') && peek() != ']') return nullptr;
  return sequence(ExprKind::kList, begin, base, ']');
}

// An item of a display, which may have a star.
const Expr* FastExpr::item() {
  if (peek() != '*' || peek(1) == '*') return expr();
  const std::uint32_t begin = offset();
  ++at_;
  skip();
  const int outer = level_;
  const Expr* value = link() ? operation(1) : nullptr;
  level_ = outer;
  if (value == nullptr) return nullptr;
  return make(Starred{expr_at(ExprKind::kStarred, begin, offset()), value, 1});
}

// The rest of the items, up to and with the closing bracket.
const Expr* FastExpr::sequence(ExprKind kind, std::uint32_t begin, std::size_t base, char close) {
  for (skip(); peek() != close; skip()) {
    const Expr* next = item();
    if (next == nullptr) return nullptr;
    exprs_.push_back(next);
    skip();
    if (!take(',') && peek() != close) return nullptr;
  }
  leave();
  const Exprs kept = keep_all(Exprs(exprs_).subspan(base));
  exprs_.resize(base);
  return make(Sequence{expr_at(kind, begin, offset()), kept});
}

const Expr* FastExpr::braces() {
  const std::uint32_t begin = offset();
  enter();
  if (peek() == '}' || (peek() == '*' && peek(1) == '*')) return dict_rest(begin, items_.size());
  const Expr* first = item();
  if (first == nullptr) return nullptr;
  skip();
  if (first->kind == ExprKind::kStarred || peek() != ':') {
    if (peek() == 'f')
      return first->kind == ExprKind::kStarred
                 ? nullptr
                 : comprehension(ComprehensionKind::kSet, begin, nullptr, first, '}');
    exprs_.push_back(first);
    if (!take(',') && peek() != '}') return nullptr;
    return sequence(ExprKind::kSet, begin, exprs_.size() - 1, '}');
  }
  ++at_;
  skip();
  const Expr* value = expr();
  if (value == nullptr) return nullptr;
  skip();
  if (peek() == 'f') return comprehension(ComprehensionKind::kDict, begin, first, value, '}');
  items_.push_back({first, value});
  if (!take(',') && peek() != '}') return nullptr;
  skip();
  return dict_rest(begin, items_.size() - 1);
}

// The rest of a dict's items, up to and with the closing brace.
const Expr* FastExpr::dict_rest(std::uint32_t begin, std::size_t base) {
  while (peek() != '}') {
    const Expr* key = nullptr;
    if (peek() == '*' && peek(1) == '*') {
      at_ += 1;  // what is left is an item with one star
      const Expr* starred = item();
      if (starred == nullptr) return nullptr;
      items_.push_back({nullptr, as<Starred>(*starred).value});
    } else {
      key = expr();
      if (key == nullptr) return nullptr;
      skip();
      if (!take(':')) return nullptr;
      skip();
      const Expr* value = expr();
      if (value == nullptr) return nullptr;
      items_.push_back({key, value});
    }
    skip();
    if (!take(',') && peek() != '}') return nullptr;
    skip();
  }
  leave();
  const std::span<const DictItem> kept = keep_all(std::span<const DictItem>(items_).subspan(base));
  items_.resize(base);
  return make(Dict{expr_at(ExprKind::kDict, begin, offset()), kept});
}

// The clauses of a comprehension, up to and with the closing bracket.
const Expr* FastExpr::comprehension(ComprehensionKind what, std::uint32_t begin, const Expr* key,
                                    const Expr* value, char close) {
  const std::size_t base = clauses_.size();
  met_comprehension_ = true;
  if (met_binding_) return nullptr;
  do {
    ForClause clause{};
    if (!for_clause(clause)) return nullptr;
    clauses_.push_back(clause);
    skip();
  } while (peek() != close);
  leave();
  const std::span<const ForClause> kept =
      keep_all(std::span<const ForClause>(clauses_).subspan(base));
  clauses_.resize(base);
  return make(
      Comprehension{expr_at(ExprKind::kComprehension, begin, offset()), what, key, value, kept});
}

bool FastExpr::for_clause(ForClause& clause) {
  const int outer = level_;
  if (!take_word("for") || !link()) return false;
  skip();
  clause.target = for_target();
  if (clause.target == nullptr || !follows("in")) return false;
  clause.iterable = disjunction();
  if (clause.iterable == nullptr) return false;
  const std::size_t base = exprs_.size();
  while (follows("if")) {
    const Expr* condition = disjunction();
    if (condition == nullptr) return false;
    exprs_.push_back(condition);
  }
  clause.conditions = keep_all(Exprs(exprs_).subspan(base));
  exprs_.resize(base);
  level_ = outer;
  return true;
}

const Expr* FastExpr::for_target() {
  const std::uint32_t begin = offset();
  const Expr* first = target_atom();
  if (first == nullptr) return nullptr;
  return bare_tuple(
      begin, first, [this] { return target_atom(); }, [this] { return take_word("in"); });
}

const Expr* FastExpr::target_atom() {
  const std::uint32_t begin = offset();
  if (peek() == '(' || peek() == '[') {
    const int outer = level_;
    if (!link()) return nullptr;
    const bool is_tuple = peek() == '(';
    enter();
    const Expr* read = target_rest(is_tuple ? ExprKind::kTuple : ExprKind::kList, begin,
                                   exprs_.size(), is_tuple ? ')' : ']');
    level_ = outer;
    return read;
  }
  const std::string_view id = identifier();
  return id.empty() ? nullptr : make(Name{expr_at(ExprKind::kName, begin, offset()), id});
}

const Expr* FastExpr::target_rest(ExprKind kind, std::uint32_t begin, std::size_t base,
                                  char close) {
  bool comma = false;
  while (peek() != close) {
    const Expr* next = target_atom();
    if (next == nullptr) return nullptr;
    exprs_.push_back(next);
    skip();
    const bool more = take(',');
    comma = comma || more;
    if (!more && peek() != close) return nullptr;
    skip();
  }
  leave();
  const Exprs kept = keep_all(Exprs(exprs_).subspan(base));
  exprs_.resize(base);
  if (kept.empty()) return nullptr;
  if (kind == ExprKind::kTuple && !comma) return kept[0];
  return make(Sequence{expr_at(kind, begin, offset()), kept});
}

bool FastExpr::is_target(const Expr& read) {
  switch (read.kind) {
    case ExprKind::kName:
    case ExprKind::kAttribute:
    case ExprKind::kSubscript:
      return true;
    case ExprKind::kTuple:
    case ExprKind::kList: {
      const Exprs items = as<Sequence>(read).items;
      const auto is_star = [](const Expr* each) { return each->kind == ExprKind::kStarred; };
      return !items.empty() && std::ranges::count_if(items, is_star) <= 1 &&
             std::ranges::all_of(items, [&](const Expr* each) {
               return is_target(is_star(each) ? *as<Starred>(*each).value : *each);
             });
    }
    default:
      return false;
  }
}

}  // namespace mmlint::syntax
