#pragma once

#include "check/script/predicate.h"

namespace mmlint::check {

// A launch of the project starts several processes of a script, each of which trains a model of its
// own: started so, the script makes no process group.
struct LoneRanks {
  Span count;     // the word of the launch that says how many
  Span group;     // what would make the group if it were called; unknown if nothing would
  Span training;  // where gradients are computed, or the Runner is built
};

// A fact: the first run in which the processes are alone; nullopt if there is none, or if that is
// not certain, as the walk has not seen all that may make the group.
std::optional<LoneRanks> lone_ranks(const launch::ProgramFacts& facts);

// Returns true if the walk has seen everything that may make a process group.
bool sees_every_group(const script::Summary& script, project::Workspace& workspace);

// Adds the call of a script whose callee is at a place, with the count of the processes. Returns
// true if there is one.
bool add_lone_ranks(const script::Summary& script, const LoneRanks& alone, Span place,
                    ScriptHits& hits);

}  // namespace mmlint::check
