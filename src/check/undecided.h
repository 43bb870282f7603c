#pragma once

#include "check/findings/open_questions.h"
#include "launch/programs.h"

namespace mmlint::check {

// A fact: whether the processes that a launch of the project starts make a group is not known, as a
// condition of which nothing is known is above each place that does so. MMEngine's Runner may make
// one besides: of a script that builds it, this is false.
bool is_group_undecided(const launch::ProgramFacts& facts);

// Records the open questions about a program that trains:
// * whether the processes make a group (is_group_undecided());
// * the backend of the process group, or the device that the program moves something to, if unread
//   code, an environment variable or an option without a default decides it;
// * if none of these is open, an unknown package that may synchronise the ranks.
void note_undecided(const launch::ProgramFacts& facts, OpenQuestions& open);

}  // namespace mmlint::check
