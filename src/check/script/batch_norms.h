#pragma once

#include "launch/programs.h"

namespace mmlint::check {

// A fact: true if the models that a script converts to SyncBatchNorm certainly have no batch norm,
// which makes the conversion change nothing: all code that it imports was walked or is a library
// without models, and it names those layers only to test for them, as isinstance does. False if it
// converts none.
bool converts_no_batch_norm(const launch::Program& program);

}  // namespace mmlint::check
