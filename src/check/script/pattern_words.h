#pragma once

#include "base/std.h"

namespace mmlint::check {

// What can be told from how a regular expression is written; everything else is left open. RE2 itself
// tells which strings a match needs, but not that "npu" of "^npu:" is no part of "input".

// Returns words of which every text that the regex matches begins with one, as a whole word: "a"
// and "b" of "^(a|b):" and of "^a:|^b\\.c". Empty if there are none.
std::vector<std::string> beginnings(std::string_view regex);
// Returns "b" of "^a\\.b\\.", which every text that the regex matches has behind its beginning; empty
// for other regexes.
std::string second_name(std::string_view regex);

}  // namespace mmlint::check
