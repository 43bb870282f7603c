#pragma once

#include "check/config/own_classes.h"

namespace mmlint::check {

// May: what the methods of a sampler of the project return or yield depends on the rank of the
// process. A rank that is only logged decides nothing, and neither does the length of the sampler.
bool may_yield_by_rank(const OwnClass& sampler);

}  // namespace mmlint::check
