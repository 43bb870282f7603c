#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "catalog/literal.h"

namespace mmlint::catalog {

// Returns the value of a JSON text, with the members of objects in their order. Text that is not
// JSON, a key given twice, a number beyond 64 bits and more than 64 levels are errors that name the
// line. `path` is for the error only.
Result<Literal> parse_json(std::string_view json, const std::string& path);

// Returns the 1-based line on which the value at a JSON pointer, or its key, stands in a valid
// text; 0 if nothing stands there.
std::uint32_t line_of(std::string_view json, std::string_view pointer);

// Returns a pointer with one more part: ("/fix", "a/b") gives "/fix/a~1b".
std::string append_pointer(std::string_view pointer, std::string_view key);

}  // namespace mmlint::catalog
