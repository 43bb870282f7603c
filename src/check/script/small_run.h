#pragma once

#include "check/script/small_callees.h"

namespace mmlint::check {

// What the training loop of a program does with the passes of its wrapped model, found by running
// its statements with small numbers: each number of passes to a step that the program leaves open
// is `passes`, and a loop whose length is not known has twice as many turns.
struct SmallRun {
  // Of the last pass before each step: the `model.no_sync` around it, or the attribute
  // require_backward_grad_sync that was set to False before it; null for a pass that averages.
  std::vector<const syntax::Expr*> steps;
  std::vector<std::string> open;  // the conditions that were not decided, as they are written
  bool complete = true;           // false if it took too many steps
};

// Which branch the run takes where a condition is not decided.
using Chosen = std::map<std::string, bool>;

// Runs the program of these callees from its first line. Conditions that are not in `chosen` fail.
SmallRun small_run(const SmallCallees& callees, std::int64_t passes, const Chosen& chosen);

}  // namespace mmlint::check
