#pragma once

#include "launch/programs.h"

namespace mmlint::check {

// Returns true for a collective call: each process of a group must make it.
bool is_collective(const script::Call& call);
// Must: a collective call is one of the default group, which has all processes.
bool is_of_all_ranks(const script::Call& call);
// Must: a call is a forward pass of DistributedDataParallel that sends buffers to all processes of
// the default group: those of BatchNorm, whether the model is in training mode or not.
// torch/nn/parallel/distributed.py, will_sync_module_buffers.
bool sends_buffers(const script::Call& call, const script::Summary& run,
                   project::Workspace& workspace);
// Must: a run waits for all other processes in a part of the script or in a function that is called
// there: in a collective call, or in the backward pass of what DistributedDataParallel has
// computed.
bool waits_in(Span part, const script::Summary& run, project::Workspace& workspace);

}  // namespace mmlint::check
