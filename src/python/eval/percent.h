#pragma once

#include <string_view>

#include "python/eval/evaluator.h"

namespace mmlint::python {

// 'text %s' % values, as CPython's unicode_format does it; unknown where a part has no known form.
Value* percent(Evaluator& e, std::string_view pattern, Value& values, Span span);

}  // namespace mmlint::python
