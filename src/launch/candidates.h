#pragma once

#include "launch/programs.h"

// The configs of a project among which a command line chooses one.
namespace mmlint::launch {

// Returns the nearest folder above a script with configs below it: tools/train.py is for the
// configs beside tools, whether or not tools has some of its own, and not for those of another
// project in the same repository. `script` is an absolute path.
std::string home_of(const std::string& script, const ProjectView& project);

// A fact: the configs below the home of a script whose command line names one: those in folders for
// configs that no other config inherits and that load. Empty if there are too many.
std::vector<const config::Resolved*> candidates(const Program& program);

}  // namespace mmlint::launch
