#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

// What `left op= right` gives: `left` itself where Python changes it in place. Null if `left` has
// become unknown.
Value* augmented(Evaluator& e, syntax::Operator op, Value& left, Value& right, Span span);

// The target of `target op= value`, whose parts are evaluated once.
class AugmentedTarget {
 public:
  AugmentedTarget(Evaluator& e, const syntax::Expr& target);
  Value* read();
  void write(Value& value, const Origin* origin);

 private:
  Evaluator& e_;
  const syntax::Expr& target_;
  Value* object_ = nullptr;  // of an attribute or an item
  Value* key_ = nullptr;     // of an item; null for a slice
};

}  // namespace mmlint::python
