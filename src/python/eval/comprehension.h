#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

Value* eval_lambda(Evaluator& e, const syntax::Lambda& lambda);
// List, set and dict comprehensions, and generator expressions, which run when they are iterated.
Value* eval_comprehension(Evaluator& e, const syntax::Comprehension& comprehension);

// Adds to a list, tuple or set; a set keeps equal items once. False if it is not known how.
bool add_item(Evaluator& e, Value& out, Value* item, Span span);

}  // namespace mmlint::python
