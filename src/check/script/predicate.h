#pragma once

#include "check/script/matcher.h"
#include "launch/programs.h"

namespace mmlint::check {

// A predicate of rules about scripts, {"script": NAME}: returns whether it holds for what a program
// does, in any run or in one (`script`), and appends the places that make it so, if there are any.
// Each is in a file of its name in predicates/.
using ScriptPredicate = bool(const script::Summary& script, const launch::ProgramFacts& facts,
                             ScriptHits& hits);

// Returns the predicate of that name, which the loader of rules lets pass. Its body is generated
// (cmake/write_predicates.cmake).
ScriptPredicate* script_predicate(std::string_view name);

// A place of a script that makes a fact about it hold.
struct ScriptPlace {
  Span at;    // where it is reported
  Span fact;  // the whole call or statement
  std::string name;
  script::ProgramPoint point;
  Span callee = {};  // the function of a call; if unknown, {key} is the name
  Span other = {};   // ScriptHit::other
};

// Appends a hit for each place, and returns true if there are any.
bool add_places(const std::vector<ScriptPlace>& places, ScriptHits& hits);

}  // namespace mmlint::check
