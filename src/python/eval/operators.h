#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

__extension__ typedef __int128 Wide;  // for products and sums of two integers

// Returns `a op b` for every operator but comparisons and booleans; an unknown operand gives an
// unknown value. Raises what Python raises; `in_place` says that it is written `a op= b`.
Value* binary(Evaluator& e, syntax::Operator op, Value& a, Value& b, Span span,
              bool in_place = false);
// Returns Python's a == b; nullopt if it cannot be known.
std::optional<bool> equals(Evaluator& e, const Value& a, const Value& b);
// Returns what a comparison (==, <, in, is and the like) gives; nullopt if it cannot be known.
// Raises TypeError for values that Python does not compare.
std::optional<bool> compare(Evaluator& e, syntax::Operator op, Value& a, Value& b, Span span);
// Returns the name that Python has for the value's type: "int", "ConfigDict".
std::string_view type_name(const Value& value);

// Returns what an operator gives for two numbers, as Python computes it; an unknown value where the
// result does not fit into 64 bits, and null where numbers of these types have no such operator.
// Raises what Python raises, such as ZeroDivisionError.
Value* arithmetic(Evaluator& e, syntax::Operator op, const Value& a, const Value& b, Span span);
// Returns what `not`, `-`, `+` and `~` give for any value; raises TypeError where Python does.
Value* unary(Evaluator& e, syntax::Operator op, Value& operand, Span span);

// Returns x[a:b:c], whose bounds count as in CPython's PySlice_AdjustIndices. Raises what Python
// raises; an unknown bound gives an unknown value.
Value* get_slice(Evaluator& e, Value& object, const syntax::Slice& slice);
// Does x[a:b:c] = value, or `del x[a:b:c]` if that is null. What is not known taints the list.
void set_slice(Evaluator& e, Value& object, const syntax::Slice& slice, Value* value);

// Returns what `left op= right` assigns to the target: `left` itself where Python changes it in
// place, else a new value. Null if `left` could not be computed and has become unknown.
Value* augmented(Evaluator& e, syntax::Operator op, Value& left, Value& right, Span span);

// The target of `target op= value`. The constructor evaluates its parts, once for read and write.
class AugmentedTarget {
 public:
  AugmentedTarget(Evaluator& e, const syntax::Expr& target);
  Value* read();  // the value before the operator
  // Assigns the result to the target.
  void write(Value& value, const Origin* origin);

 private:
  Evaluator& e_;
  const syntax::Expr& target_;
  Value* object_ = nullptr;  // of an attribute or an item
  Value* key_ = nullptr;     // of an item; null for a slice
};

}  // namespace mmlint::python
