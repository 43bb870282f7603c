#pragma once

#include <set>
#include <string>
#include <vector>

#include "check/check.h"
#include "check/suppressions.h"

namespace mmlint::check {

// Returns a problem for each code or name in the comments of a file that suppressed nothing. Of a
// rule whose code is one of `active` that is known only if all of the file was judged: a config
// that loads, as do all that inherit it, or a script whose every path was followed. To be called
// when everything that reaches the file has been judged.
std::vector<Problem> unused_codes(Suppressed& suppressed, const Request& request,
                                  const project::Workspace::Facts& file,
                                  const std::set<std::string>& active);

}  // namespace mmlint::check
