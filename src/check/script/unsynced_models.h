#pragma once

#include <string>
#include <vector>

#include "base/span.h"
#include "script/summary.h"

namespace mmlint::check {

struct Request;

// A model that each process of a group trains for itself, because no wrapper averages its
// gradients.
struct UnsyncedModel {
  std::string name;  // as it is written: "self.discriminator"
  Span at;           // where an optimizer gets its parameters, or where it is called
  // The wrapper that exists, but that the call goes past; unknown if the model has none.
  Span wrapper;
  // A wrapper that the program has and that this run does not get to; unknown if there is none.
  Span skipped = {};
  // The run gets to no wrapper at all: whatever it trains, each process trains for itself. `at` is
  // the first wrapper that the program has.
  bool wraps_nothing = false;
};

// Returns the models of a script that are certainly trained so in a run: nobody wraps them, no code
// of the program reduces gradients, and no code that is not read gets them. Only of programs that
// are made for several processes, which share the samples or wrap another model. `script` is what
// the script does however it is started, `run` the same or what it does in a known run.
std::vector<UnsyncedModel> unsynced_models(const script::Summary& script,
                                           const script::Summary& run, const Request& request);

}  // namespace mmlint::check
