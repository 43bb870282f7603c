#pragma once

#include "check/script/program_syntax.h"

namespace mmlint::check {

// Returns true if a text has a word for the rank, the number of processes or the environment.
bool speaks_of_process(std::string_view text);

// What the objects of a class of the project know of the process that they are in.
struct RankUse {
  bool reads = true;       // may: they depend on it
  std::set<Span> ignored;  // the arguments that are a number of it, and change nothing
};

// Returns that of the objects that a call makes. They know nothing of the process if the class
// speaks of ranks in parameters only which get numbers that are the same in all processes, or
// which become attributes that the program never reads.
RankUse rank_use(const syntax::Class& node, const script::Call& maker,
                 const launch::Program& program);

}  // namespace mmlint::check
