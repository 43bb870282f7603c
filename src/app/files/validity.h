#pragma once

#include <span>
#include <string>
#include <vector>

#include "project/workspace.h"
#include "syntax/document.h"

namespace mmlint::app {

// Returns true if mmlint refuses the text because of a limit of its own (size or depth), so that
// Python or bash may accept it.
bool is_limit(const SyntaxProblem& problem);

// Returns one element for each path, in order: not 0 if Python accepts that script. Parses the
// scripts on all threads.
std::vector<char> are_valid_python(std::span<const std::string> paths,
                                   project::Workspace& workspace);

}  // namespace mmlint::app
