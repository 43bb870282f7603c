#include <cmath>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>

#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/modules.h"
#include "value/scalar_text.h"

// Python's math, where it gives integers, and prod.
namespace mmlint::python {
namespace {

using A = const Arguments&;

Value* not_known(Evaluator& e, A a) {
  return not_computed(e, a, "a function of math with an unknown or very large integer");
}

// floor(), ceil() and trunc() of an integer are that integer.
template <double (*function)(double)>
Value* to_whole(Evaluator& e, Value*, A a) {
  Value& given = *bound(e, a, {"the function of math", {"x"}, 1, 1, 1})[0];
  if (is_small_int(&given)) return e.pool().integer(int_of(given), a.span);
  if (given.big) return &given;
  if (given.kind == Value::Kind::kUnknown || given.kind == Value::Kind::kObject)
    return not_known(e, a);
  if (given.kind != Value::Kind::kFloat) {
    e.raise("TypeError", fmt::format("must be real number, not {}", type_name(given)), a.span);
  }
  if (std::isnan(given.floating)) {
    e.raise("ValueError", "cannot convert float NaN to integer", a.span);
  }
  if (std::isinf(given.floating)) {
    e.raise("OverflowError", "cannot convert float infinity to integer", a.span);
  }
  const double whole = function(given.floating);
  if (std::fabs(whole) >= 0x1p63) return not_known(e, a);
  return e.pool().integer(static_cast<std::int64_t>(whole), a.span);
}

// The arguments as integers; false if one is not known.
bool integers(Evaluator& e, A a, std::vector<std::int64_t>& out) {
  if (!a.keywords.empty()) e.raise("TypeError", "takes no keyword arguments", a.span);
  for (const Value* value : a.positional) {
    const auto i = index_argument(e, *value, a.span);
    if (!i || *i == INT64_MIN) return false;
    out.push_back(*i);
  }
  return true;
}

Value* gcd(Evaluator& e, Value*, A a) {
  std::vector<std::int64_t> given;
  if (!integers(e, a, given)) return not_known(e, a);
  std::int64_t out = 0;
  for (const std::int64_t i : given) out = std::gcd(out, i);
  return e.pool().integer(out, a.span);
}

Value* lcm(Evaluator& e, Value*, A a) {
  std::vector<std::int64_t> given;
  if (!integers(e, a, given)) return not_known(e, a);
  std::int64_t out = 1;
  for (const std::int64_t i : given) {
    if (i == 0 || out == 0) {
      out = 0;
    } else if (__builtin_mul_overflow(out / std::gcd(out, i), std::llabs(i), &out)) {
      return not_known(e, a);
    }
  }
  return e.pool().integer(out, a.span);
}

// n * (n - 1) * ..., `count` factors, each partial product divided where `divides`; null if the
// result is too large.
Value* falling(Evaluator& e, std::int64_t n, std::int64_t count, bool divides, Span span) {
  std::int64_t out = 1;
  for (std::int64_t i = 0; i < count; ++i) {
    e.step();
    Wide product = static_cast<Wide>(out) * (n - i);
    if (divides) product /= i + 1;
    if (product > INT64_MAX) return nullptr;
    out = static_cast<std::int64_t>(product);
  }
  return e.pool().integer(out, span);
}

Value* factorial(Evaluator& e, Value*, A a) {
  const Value& given = *bound(e, a, {"factorial", {"n"}, 1, 1, 1})[0];
  if (given.kind == Value::Kind::kFloat)
    return not_known(e, a);  // differs between versions of Python
  const auto n = index_argument(e, given, a.span);
  if (n && *n < 0) {
    e.raise("ValueError", "factorial() not defined for negative values", a.span);
  }
  Value* out = n && *n < 21 ? falling(e, *n, *n, false, a.span) : nullptr;
  return out ? out : not_known(e, a);
}

Value* choose(Evaluator& e, A a, bool divides) {
  const auto given = bound(e, a, {"comb", {"n", "k"}, divides ? 2u : 1u, 2, 2});
  const bool all = !given[1] || (!divides && given[1]->kind == Value::Kind::kNone);
  const auto n = index_argument(e, *given[0], a.span);
  auto k = all ? n : index_argument(e, *given[1], a.span);
  if (!n || !k) return not_known(e, a);
  if (*n < 0 || *k < 0) e.raise("ValueError", "must be a non-negative integer", a.span);
  if (*k > *n) return e.pool().integer(0, a.span);
  if (divides && *k > *n - *k) k = *n - *k;
  Value* out = falling(e, *n, *k, divides, a.span);
  return out ? out : not_known(e, a);
}

Value* comb(Evaluator& e, Value*, A a) {
  return choose(e, a, true);
}

Value* perm(Evaluator& e, Value*, A a) {
  return choose(e, a, false);
}

Value* isqrt(Evaluator& e, Value*, A a) {
  const auto n = index_argument(e, *bound(e, a, {"isqrt", {"n"}, 1, 1, 1})[0], a.span);
  if (n && *n < 0) e.raise("ValueError", "isqrt() argument must be nonnegative", a.span);
  if (!n || *n >= INT64_C(1) << 52) return not_known(e, a);
  const double root = std::floor(std::sqrt(static_cast<double>(*n)));
  return e.pool().integer(static_cast<std::int64_t>(root), a.span);
}

Value* prod(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"prod", {"iterable", "start"}, 1, 1, 1});
  Iterator* items = iterator_of(e, *given[0], a.span);
  Value* product = given[1] ? given[1] : e.pool().integer(1, a.span);
  while (Value* item = items ? items->next(e, a.span) : nullptr) {
    product = binary(e, syntax::Operator::kMultiply, *product, *item, a.span);
  }
  return items && items->known() ? product : not_known(e, a);
}

constexpr Member kMembers[] = {
    {"ceil", to_whole<std::ceil>},
    {"comb", comb},
    {"factorial", factorial},
    {"floor", to_whole<std::floor>},
    {"gcd", gcd},
    {"isqrt", isqrt},
    {"lcm", lcm},
    {"perm", perm},
    {"prod", prod},
    {"trunc", to_whole<std::trunc>},
};

}  // namespace

std::span<const Member> math_whole_members() {
  return kMembers;
}

}  // namespace mmlint::python
