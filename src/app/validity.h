#pragma once

#include <span>
#include <string>
#include <vector>

#include "project/workspace.h"
#include "syntax/document.h"

namespace mmlint::app {

// Returns true if Python or bash may well take what mmlint refuses: the text is beyond a limit of
// ours.
bool is_limit(const SyntaxProblem& problem);

// Returns, for each of the scripts at these paths, whether Python takes it. Parses them on all
// threads.
std::vector<char> are_valid_python(std::span<const std::string> paths,
                                   project::Workspace& workspace);

}  // namespace mmlint::app
