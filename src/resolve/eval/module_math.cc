#include <cmath>
#include <numbers>

#include "resolve/eval/modules.h"
#include "resolve/eval/numbers.h"

// Python's math.
namespace mmlint::resolve {
namespace {

using A = const Arguments&;

template <double (*F)(double)>
Value* of_float(Evaluator& e, Value*, A a) {
  if (a.positional.size() != 1 || !is_number(*a.positional[0]) || a.positional[0]->big) {
    return not_computed(e, a, "a math function of an unknown value");
  }
  const double result = F(double_of(*a.positional[0]));
  if (!std::isfinite(result)) return not_computed(e, a, "a math function outside its range");
  return e.pool().floating(result, a.span);
}

template <double (*F)(double)>
Value* to_whole(Evaluator& e, Value* self, A a) {
  Value* result = of_float<F>(e, self, a);
  if (result->kind != Kind::kFloat || std::abs(result->floating) > 9e15) {
    return not_computed(e, a, "math.floor() or math.ceil() of this");
  }
  return e.pool().integer(static_cast<std::int64_t>(result->floating), a.span);
}

double square_root(double d) {
  return std::sqrt(d);
}
double floor_of(double d) {
  return std::floor(d);
}
double ceil_of(double d) {
  return std::ceil(d);
}

template <const double& number>
Value* constant(Evaluator& e, Span span) {
  return e.pool().floating(number, span);
}
constexpr double kPi = std::numbers::pi;
constexpr double kE = std::numbers::e;
constexpr double kInfinity = INFINITY;

constexpr Member kMembers[] = {
    {"ceil", to_whole<ceil_of>},    {"e", nullptr, constant<kE>},
    {"floor", to_whole<floor_of>},  {"inf", nullptr, constant<kInfinity>},
    {"pi", nullptr, constant<kPi>}, {"sqrt", of_float<square_root>},
};

}  // namespace

std::span<const Member> math_members() {
  return kMembers;
}

}  // namespace mmlint::resolve
