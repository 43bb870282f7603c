#pragma once

#include <vector>

#include "check/script/script_place.h"
#include "script/summary.h"

namespace mmlint::check {

struct Request;

// Returns the samplers of the loaders that a script trains with and that are never told the epoch,
// while another sampler is: `val_sampler.set_epoch(epoch)`. Only where each call of set_epoch says
// by a name which sampler or loader it is about, and the sampler has a name of its own.
std::vector<ScriptPlace> untold_samplers(const script::Summary& script, const Request& request);

}  // namespace mmlint::check
