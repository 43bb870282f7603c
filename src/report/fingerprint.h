#pragma once

#include "report/report.h"

namespace mmlint::report {

// Returns a name for each finding of a report, in its order: 32 hexadecimal digits by which a later
// run knows the finding again. It is made of the rule, the targets, the file's path in the
// repository, the key path and the text that is underlined, and of how many findings before it are
// equal in all of these; so it stays when lines are added above, and differs between two findings.
// Line ends count as line feeds.
std::vector<std::string> fingerprints(const RunReport& report, const SourceStore& sources,
                                      const Settings& settings);

}  // namespace mmlint::report
