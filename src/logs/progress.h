#pragma once

#include "base/std.h"

namespace mmlint::logs {

// Returns true if a line without its prefixes reports a step of training or validation that was
// done: "Epoch(train)  [1][ 50/100]  lr: ...", "step 12/100, loss=0.31". A line of code that has a
// loss in it reports none.
bool reports_step(std::string_view text);

// Returns true if the line says that training came to its end, or to that of an epoch.
bool reports_end(std::string_view text);

}  // namespace mmlint::logs
