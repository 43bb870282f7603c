#pragma once

#include "check/findings/open_questions.h"
#include "launch/programs.h"

namespace mmlint::check {

// A fact: whether the processes that a launch of the project starts make a group is not known, as a
// condition of which nothing is known is above each place that does so. MMEngine's Runner may make
// one besides: of a script that builds it, this is false.
bool is_group_undecided(const launch::ProgramFacts& facts);

// Records what cannot be known of a program that trains: that fact, a package that is not known and
// may do what brings the ranks together, and the backend of the process
// group that it makes, and the device that it moves something to, if code that is not read or a
// variable of the environment gives them, or an option without a default.
void note_undecided(const launch::ProgramFacts& facts, OpenQuestions& open);

}  // namespace mmlint::check
