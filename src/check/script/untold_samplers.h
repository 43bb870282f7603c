#pragma once

#include <vector>

#include "check/script/script_place.h"
#include "launch/programs.h"

namespace mmlint::check {

// A fact: the samplers of the loaders that a script trains with and that are never told the epoch,
// while another sampler is: `val_sampler.set_epoch(epoch)`. Only where each call of set_epoch says
// by a name which sampler or loader it is about, and the sampler has a name of its own.
std::vector<ScriptPlace> untold_samplers(const launch::Program& program);

}  // namespace mmlint::check
