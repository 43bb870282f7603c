#pragma once

#include <cstddef>
#include <vector>

#include "base/diagnostic.h"

namespace mmlint::report {

// Returns how many configs a finding reaches, at least one: where it is no finding about configs,
// it is the file itself that it keeps from running.
std::size_t reach_of(const Diagnostic& finding);

// Returns the findings in the order of what matters: the most severe first, of these the one that
// reaches the most configs; else in the order in which they are given. The pointers are into
// `findings`.
std::vector<const Diagnostic*> by_reach(const std::vector<Diagnostic>& findings);

}  // namespace mmlint::report
