#pragma once

#include <string>
#include <string_view>

#include "syntax/ast.h"

namespace mmlint::tests {

// A JSON string whose characters beyond ASCII are \u00XX, one for each byte.
std::string json_string(std::string_view bytes);
// ["Kind", begin, end, ...]; the fields are those of compare.py.
std::string to_json(const syntax::Expr& expr);
std::string to_json(const syntax::Stmt& stmt);

}  // namespace mmlint::tests
