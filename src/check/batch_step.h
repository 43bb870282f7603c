#pragma once

#include "script/start.h"

namespace mmlint::check {

struct Request;
struct LinkedLaunch;

// Adds to the start of a script by torchrun what sbatch sets in the batch step, which it starts
// once: its own numbers always, the number of tasks if a directive gives one (sbatch's manual,
// "OUTPUT ENVIRONMENT VARIABLES"). The numbers of the step stay open, as bash may run the same
// file. Without a directive nothing of Slurm is set: srun sets these in what it starts, and nobody
// else does.
void add_batch_step(const LinkedLaunch& linked, const Request& request, script::Start& start);

}  // namespace mmlint::check
