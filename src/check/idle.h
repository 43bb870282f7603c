#pragma once

#include <cstddef>
#include <string_view>

#include "base/span.h"
#include "script/summary.h"

namespace mmlint::project {
class Workspace;
}

namespace mmlint::check {

// Returns what stands before an offset in its line.
std::string_view line_before(std::string_view text, std::size_t at);
// Returns true for a place in a function whose name stands nowhere else in the program, so that
// nobody calls it.
bool is_idle(Span place, const script::Summary& script, project::Workspace& workspace);

}  // namespace mmlint::check
