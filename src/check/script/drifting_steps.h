#pragma once

#include <string>
#include <vector>

#include "base/span.h"
#include "script/summary.h"

namespace mmlint::check {

struct Request;

// What lets the weights of several processes drift apart although DistributedDataParallel wraps
// the model, which keeps them equal only if each process takes every step with averaged gradients.
struct DriftingStep {
  std::string name;  // as it is written: "model.no_sync"
  Span at;           // the callee
};

// Returns the calls of a script that certainly do so in a group: optimizer.step() that only one
// rank comes to, no_sync() around every forward and backward pass, or around those before the steps
// (torch/nn/parallel/distributed.py). Empty if the script may bring weights or gradients from one
// process to another by itself, or if something that it imports may.
std::vector<DriftingStep> drifting_steps(const script::Summary& script, const Request& request);

// Returns true if a call may tell a sampler the number of each epoch. One before the loop over the
// epochs, one with a constant, and one on a DataLoader, which has no such method, do not.
bool sets_epochs(const script::Summary& script, const Request& request);

}  // namespace mmlint::check
