#pragma once

#include "check/script/predicate.h"

namespace mmlint::check {

// A fact: what certainly lets the weights of the processes of a group drift apart although
// DistributedDataParallel wraps the model, which keeps them equal only if each process takes every
// step with averaged gradients. That are the callees of optimizer.step() that only one
// rank comes to, no_sync() around every forward and backward pass, or around those before the steps
// (torch/nn/parallel/distributed.py). Empty if the script may bring weights or gradients from one
// process to another by itself, or if something that it imports may.
std::vector<ScriptPlace> drifting_steps(const launch::ProgramFacts& facts);

// A fact: true if a call may tell a sampler the number of each epoch. One before the loop over the
// epochs, one with the same number each time, and one on a DataLoader, which has no such method, do
// not.
bool sets_epochs(const launch::Program& program);
// Returns true for a DistributedSampler that shuffles in an order that only its epoch changes.
bool shuffles_by_epoch(const script::Call& sampler);

}  // namespace mmlint::check
