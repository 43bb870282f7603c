#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

// Returns the function that a lambda makes.
Value* eval_lambda(Evaluator& e, const syntax::Lambda& lambda);
// Returns the list, set or dict of a comprehension; of a generator expression an iterator, which
// runs it when it is asked for items.
Value* eval_comprehension(Evaluator& e, const syntax::Comprehension& comprehension);

// Adds an item to a list, tuple or set; a set keeps equal items once. Returns false if a set cannot
// tell whether it has the item, because a part of that is unknown; raises TypeError if it is
// unhashable.
bool add_item(Evaluator& e, Value& out, Value* item, Span span);

}  // namespace mmlint::python
