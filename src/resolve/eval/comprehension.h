#pragma once

#include "resolve/eval/evaluator.h"

namespace mmlint::resolve {

Value* eval_lambda(Evaluator& e, const syntax::Lambda& lambda);

// List, set and dict comprehensions, and generator expressions, which are run at once.
struct Comprehensions {
  Evaluator& e;
  Pool& pool = e.pool();

  Value* eval(const syntax::Comprehension& c);

 private:
  // Runs the clauses from `depth` on; false if something iterated over is unknown.
  bool clauses(const syntax::Comprehension& c, std::size_t depth, Value* first, Value& out);
};

// Adds to a list, tuple or set; a set keeps equal items once.
void add_item(Evaluator& e, Value& out, Value* item, Span span);

}  // namespace mmlint::resolve
