#pragma once

#include <string_view>

#include "python/eval/evaluator.h"

namespace mmlint::python {

// Returns 'text %s' % values, as CPython's unicode_format computes it; an unknown value where a
// part has no known form. Raises TypeError and ValueError where Python does.
Value* percent(Evaluator& e, std::string_view pattern, Value& values, Span span);

}  // namespace mmlint::python
