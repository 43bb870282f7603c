#pragma once

#include <string>
#include <vector>

#include "report/report.h"

namespace mmlint::report {

// Returns everything that text says below the source line of a finding, a sentence each, but for
// the configs that it reaches and its fix. The sentences are raw, not printable().
std::vector<std::string> notes_of(const Diagnostic& finding, const SourceStore& sources,
                                  const Settings& settings);

}  // namespace mmlint::report
