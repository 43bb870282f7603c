#pragma once

#include <vector>

#include "check/script/script_place.h"
#include "launch/programs.h"

namespace mmlint::check {

// A fact: where a model of the project gets a layer that nothing in the program ever names again,
// or where it would call a layer, but the run never gets there, where DistributedDataParallel wraps
// that model without find_unused_parameters: its parameters get no gradient, and the second
// forward() raises (torch/csrc/distributed/c10d/reducer.cpp: "Expected to have finished reduction
// in the prior iteration"). Empty if something may use the layers of a model without their names,
// or may freeze them. Of the first known run with such a layer, else however the script is started.
std::vector<ScriptPlace> idle_layers(const launch::ProgramFacts& facts);

}  // namespace mmlint::check
