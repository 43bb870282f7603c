#pragma once

#include "base/span.h"
#include "check/common/request.h"
#include "check/findings/finding.h"
#include "check/findings/finding_table.h"

namespace mmlint::check {

// Notes that a script or launch script is judged in part, as information at its first byte. `limit`
// says what is too much; the rule's message shows it.
void emit_limit(FileId file, const LocalizedText& limit, const Request& request,
                FindingTable& table);

}  // namespace mmlint::check
