#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

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
