#pragma once

#include "check/script/predicate.h"

namespace mmlint::check {

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
  // May: the processes are meant to train one model. Else that is certain.
  bool is_likely = false;
};

// A fact: the models of a script that are certainly trained so, however it is started or else in a
// known run: they have no wrapper, no code of the program reduces gradients, and no code that is
// not read gets them. Only of programs that are made for several processes, which share the samples
// or wrap another model.
std::vector<UnsyncedModel> unsynced_models(const launch::ProgramFacts& facts);

// Adds the unsynced models, those with a wrapper that is called past or those without. Returns true
// if there are any.
bool add_unsynced(const launch::ProgramFacts& facts, bool wrapped, ScriptHits& hits);

}  // namespace mmlint::check
