#pragma once

#include <vector>

#include "check/script/script_place.h"
#include "launch/programs.h"

namespace mmlint::check {

// A fact: the callees of torch.manual_seed that give the model of a script other first weights in
// each process, where the script averages gradients itself. DistributedDataParallel sends the
// weights of rank 0 to all when it is made; an average of gradients alone keeps the weights as far
// apart as they were. Empty if the script may make the weights equal in any way.
std::vector<ScriptPlace> other_starts(const launch::Program& program);

}  // namespace mmlint::check
