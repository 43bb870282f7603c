#pragma once

#include <string_view>
#include <vector>

#include "base/suppression.h"
#include "shell_syntax/ast.h"

namespace mmlint::shell_syntax {

// Returns the lines of a script, those joined over which one list of commands goes, with its
// here-documents, or the head of a loop or a `case`. Blank lines and comments between them are left
// out. `block` is all of the script.
std::vector<StatementLines> statement_lines(Block block, std::string_view text);

}  // namespace mmlint::shell_syntax
