#pragma once

#include "script/summary.h"

namespace mmlint::check {

struct Request;

// Returns true if the models that a script converts to SyncBatchNorm certainly have no batch norm,
// which makes the conversion change nothing: all code that it imports was walked or is a library
// without models, and it names those layers only to test for them, as isinstance does. False if it
// converts none.
bool converts_no_batch_norm(const script::Summary& script, const Request& request);

}  // namespace mmlint::check
