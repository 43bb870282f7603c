#pragma once

#include "value/pool.h"

// The methods of Python's str (value/text_methods.h) on texts that are known.
namespace mmlint::script {

// Returns what `text.method(arguments)` gives for positional arguments; null if it is not computed
// or is long, or if Python raises. An argument is null where it is not known. The pool owns the
// result, whose location is `at`.
Value* call_text(std::string_view text, std::string_view method,
                 const std::vector<const Value*>& arguments, Span at, Pool& pool);

}  // namespace mmlint::script
