#pragma once

#include <string>

#include "report/folding.h"

namespace mmlint::report {

// Returns one finding of the text format, in the manner of rustc, ending with a line feed:
//
//     error[MM101]: message
//       --> path:12:27
//        |
//     12 | source line
//        |    ^^^^ label
//        = why: ...
// One that is not the first of its rule says only what is its own; one that `is_line` is one line.
std::string finding_text(const Shown& shown, const SourceStore& sources, const Settings& settings);

}  // namespace mmlint::report
