#include <bit>
#include <cstdio>

#include "python/eval/calls.h"
#include "python/eval/natives.h"
#include "value/scalar_text.h"

// Attributes and methods of int, bool and float.
namespace mmlint::python {
namespace {

using A = const Arguments&;

void no_arguments(Evaluator& e, A a) {
  bound(e, a, {"the method", {}, 0, 0, 0});
}

template <auto of>
Value* bits(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  const std::int64_t i = int_of(*self);
  return e.pool().integer(
      of(i < 0 ? 0 - static_cast<std::uint64_t>(i) : static_cast<std::uint64_t>(i)), a.span);
}

// A number as it is, a bool as an int.
Value* itself(Evaluator& e, const Value& number, Span span) {
  return number.kind == Value::Kind::kFloat ? e.pool().floating(number.floating, span)
                                            : e.pool().integer(int_of(number), span);
}

Value* conjugate(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  return itself(e, *self, a.span);
}

Value* whole_ratio(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  return tuple_of(e, std::array{itself(e, *self, a.span), e.pool().integer(1, a.span)}, a.span);
}

// float_as_integer_ratio of CPython's Objects/floatobject.c.
Value* ratio(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  if (std::isinf(self->floating))
    e.raise("OverflowError", "cannot convert Infinity to integer ratio", a.span);
  if (std::isnan(self->floating))
    e.raise("ValueError", "cannot convert NaN to integer ratio", a.span);
  int exponent = 0;
  double part = std::frexp(self->floating, &exponent);
  for (; part != std::floor(part); part *= 2) --exponent;
  const double above = exponent > 0 ? std::ldexp(part, exponent) : part;
  if (std::fabs(above) >= 0x1p63 || exponent < -62)
    return not_computed(e, a, "a ratio of very large integers");
  Value* below = e.pool().integer(std::int64_t{1} << (exponent < 0 ? -exponent : 0), a.span);
  return tuple_of(e, std::array{e.pool().integer(static_cast<std::int64_t>(above), a.span), below},
                  a.span);
}

Value* is_integer(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  const double x = self->floating;
  return e.pool().boolean(std::isfinite(x) && std::floor(x) == x, a.span);
}

// float_hex of CPython's Objects/floatobject.c, which is the C library's %a but for zero.
Value* hex(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  const double x = self->floating;
  if (!std::isfinite(x)) return e.new_text(repr_float(x), a.span);
  if (x == 0) return e.pool().string(std::signbit(x) ? "-0x0.0p+0" : "0x0.0p+0", a.span);
  char buffer[64];
  const int length = std::snprintf(buffer, sizeof buffer, "%.13a", x);
  return e.new_text({buffer, static_cast<std::size_t>(length)}, a.span);
}

constexpr Method kOfInt[] = {{"as_integer_ratio", whole_ratio},
                             {"bit_count", bits<std::popcount<std::uint64_t>>},
                             {"bit_length", bits<std::bit_width<std::uint64_t>>},
                             {"conjugate", conjugate}};
constexpr Method kOfFloat[] = {{"as_integer_ratio", ratio},
                               {"conjugate", conjugate},
                               {"hex", hex},
                               {"is_integer", is_integer}};

}  // namespace

Value* number_attribute(Evaluator& e, Value& number, std::string_view name, Span span) {
  static constexpr Methods kIntMethods{"int", kOfInt, "from_bytes to_bytes"};
  static constexpr Methods kFloatMethods{"float", kOfFloat, "fromhex"};
  const bool is_float = number.kind == Value::Kind::kFloat;
  const Methods& methods = is_float ? kFloatMethods : kIntMethods;
  const bool is_part = is_word_of(is_float ? "imag real" : "denominator imag numerator real", name);
  if (!is_part && !has_method(methods, name)) return nullptr;
  if (number.big) return e.unknown("an attribute of a very large integer", span);
  if (!is_part) return find_method(e, methods, number, name, span);
  if (name == "real" || name == "numerator") return itself(e, number, span);
  if (is_float) return e.pool().floating(0.0, span);
  return e.pool().integer(name == "imag" ? 0 : 1, span);
}

}  // namespace mmlint::python
