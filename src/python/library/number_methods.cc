#include <bit>
#include <cmath>
#include <cstdio>

#include "python/eval/arguments.h"
#include "python/eval/evaluator.h"
#include "python/eval/natives.h"
#include "value/scalar_text.h"

// Attributes and methods of int, bool and float.
namespace mmlint::python {
namespace {

using A = const Arguments&;

std::uint64_t magnitude(const Value& value) {
  const std::int64_t i = int_of(value);
  return i < 0 ? 0 - static_cast<std::uint64_t>(i) : static_cast<std::uint64_t>(i);
}

void no_arguments(Evaluator& e, A a) {
  bound(e, a, {"the method", {}, 0, 0, 0});
}

Value* pair(Evaluator& e, std::int64_t x, std::int64_t y, Span span) {
  Value* out = e.pool().make(Value::Kind::kTuple, span);
  out->edit_items().assign({e.pool().integer(x, span), e.pool().integer(y, span)});
  return out;
}

Value* bit_length(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  return e.pool().integer(std::bit_width(magnitude(*self)), a.span);
}

Value* bit_count(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  return e.pool().integer(std::popcount(magnitude(*self)), a.span);
}

Value* whole_ratio(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  return pair(e, int_of(*self), 1, a.span);
}

Value* itself(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  return self->kind == Value::Kind::kFloat ? self : e.pool().integer(int_of(*self), a.span);
}

Value* is_integer(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  const double x = self->floating;
  return e.pool().boolean(std::isfinite(x) && std::floor(x) == x, a.span);
}

// float_as_integer_ratio of CPython's Objects/floatobject.c.
Value* ratio(Evaluator& e, Value* self, A a) {
  no_arguments(e, a);
  if (std::isinf(self->floating)) {
    e.raise("OverflowError", "cannot convert Infinity to integer ratio", a.span);
  }
  if (std::isnan(self->floating)) {
    e.raise("ValueError", "cannot convert NaN to integer ratio", a.span);
  }
  int exponent = 0;
  double part = std::frexp(self->floating, &exponent);
  for (; part != std::floor(part); part *= 2) --exponent;
  const double above = exponent > 0 ? std::ldexp(part, exponent) : part;
  if (std::fabs(above) >= 0x1p63 || exponent < -62) {
    return not_computed(e, a, "a ratio of very large integers");
  }
  return pair(e, static_cast<std::int64_t>(above),
              std::int64_t{1} << (exponent < 0 ? -exponent : 0), a.span);
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

Value* opaque(Evaluator& e, Value*, A a) {
  return not_computed(e, a, "a method of a number that is not computed");
}

constexpr Method kOfInt[] = {
    {"as_integer_ratio", whole_ratio},
    {"bit_count", bit_count},
    {"bit_length", bit_length},
    {"conjugate", itself},
    {"from_bytes", opaque},
    {"to_bytes", opaque},
};

constexpr Method kOfFloat[] = {
    {"as_integer_ratio", ratio}, {"conjugate", itself}, {"fromhex", opaque}, {"hex", hex},
    {"is_integer", is_integer},
};

}  // namespace

Value* number_attribute(Evaluator& e, Value& number, std::string_view name, Span span) {
  const bool is_float = number.kind == Value::Kind::kFloat;
  Value* method =
      find_method(e, is_float ? std::span<const Method>(kOfFloat) : kOfInt, number, name, span);
  const bool is_part = name == "real" || (!is_float && name == "numerator");
  const bool is_other = name == "imag" || (!is_float && name == "denominator");
  if (!method && !is_part && !is_other) return nullptr;
  if (number.big) return e.unknown("an attribute of a very large integer", span);
  if (method) return method;
  if (is_float) return e.pool().floating(is_part ? number.floating : 0.0, span);
  if (is_part) return e.pool().integer(int_of(number), span);
  return e.pool().integer(name == "imag" ? 0 : 1, span);
}

}  // namespace mmlint::python
