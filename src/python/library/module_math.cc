#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "python/eval/operators.h"
#include "python/library/modules.h"
#include "value/scalar_text.h"

// Python's math: the functions that CPython's Modules/mathmodule.c takes from the C library.
namespace mmlint::python {
namespace {

using A = const Arguments&;

// The only argument as a double; nullopt if it is not known. Raises TypeError for what is no
// number.
std::optional<double> real(Evaluator& e, A a) {
  const Value& x = *bound(e, a, {"the function of math", {"x"}, 1, 1, 1})[0];
  if (is_number(x)) return x.big ? std::nullopt : std::optional(double_of(x));
  if (x.kind == Value::Kind::kUnknown || x.kind == Value::Kind::kObject) return std::nullopt;
  e.raise("TypeError", fmt::format("must be real number, not {}", type_name(x)), a.span);
}

Value* not_known(Evaluator& e, A a) {
  return not_computed(e, a, "a function of math with an unknown or very large number");
}

// As math_1 of mathmodule.c.
template <double (*function)(double), bool may_overflow = false>
Value* of_real(Evaluator& e, Value*, A a) {
  const auto x = real(e, a);
  if (!x) return not_known(e, a);
  const double result = function(*x);
  const bool overflows = std::isinf(result) && std::isfinite(*x);
  if (overflows && may_overflow) e.raise("OverflowError", "math range error", a.span);
  if (overflows || (std::isnan(result) && !std::isnan(*x))) {
    e.raise("ValueError", "math domain error", a.span);
  }
  return e.pool().floating(result, a.span);
}

template <double (*function)(double)>
Value* logarithm(Evaluator& e, Value* self, A a) {
  if (a.positional.size() == 2) return not_computed(e, a, "a logarithm with a base");
  return of_real<function>(e, self, a);
}

// floor() and ceil(); of an integer they are that integer.
template <double (*function)(double)>
Value* to_whole(Evaluator& e, Value*, A a) {
  const auto x = real(e, a);
  if (!x) return not_known(e, a);
  if (a.positional[0]->kind != Value::Kind::kFloat) {
    return e.pool().integer(int_of(*a.positional[0]), a.span);
  }
  if (std::isnan(*x)) e.raise("ValueError", "cannot convert float NaN to integer", a.span);
  if (std::isinf(*x)) {
    e.raise("OverflowError", "cannot convert float infinity to integer", a.span);
  }
  const double whole = function(*x);
  if (std::fabs(whole) >= 0x1p63) return not_known(e, a);
  return e.pool().integer(static_cast<std::int64_t>(whole), a.span);
}

template <const double& number>
Value* constant(Evaluator& e, Span span) {
  return e.pool().floating(number, span);
}
constexpr double kPi = std::numbers::pi;
constexpr double kInfinity = INFINITY;

constexpr Member kMembers[] = {
    {"ceil", to_whole<std::ceil>},         {"cos", of_real<std::cos>},
    {"exp", of_real<std::exp, true>},      {"floor", to_whole<std::floor>},
    {"inf", nullptr, constant<kInfinity>}, {"log", logarithm<std::log>},
    {"log10", logarithm<std::log10>},      {"log2", logarithm<std::log2>},
    {"pi", nullptr, constant<kPi>},        {"sin", of_real<std::sin>},
    {"sqrt", of_real<std::sqrt>},
};

}  // namespace

std::span<const Member> math_members() {
  return kMembers;
}

}  // namespace mmlint::python
