#pragma once

#include <string_view>
#include <vector>

#include "value/pool.h"
#include "value/value.h"

// The methods of Python's str on texts that are known.
namespace mmlint::script {

// Returns what `text.method(arguments)` is, of positional arguments; null if an argument, a method
// or a text is none of those that are modelled here, or if Python raises. An argument is null where
// it is not known. Texts beyond ASCII are modelled only where letters and spaces do not matter. The
// pool owns the result, which stands at `at`.
Value* call_text(std::string_view text, std::string_view method,
                 const std::vector<const Value*>& arguments, Span at, Pool& pool);

}  // namespace mmlint::script
