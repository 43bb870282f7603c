#pragma once

#include "check/script/program_syntax.h"

namespace mmlint::check {

// Must: the processes of a group are meant to train one model, and each trains its own. This needs
// two things. First, each process trains on other samples, or with another seed. Second, one of
// these shows that one model is meant: a process takes every n-th sample by its rank; one process
// saves the model for all; a function that averages gradients is never called; no file names a
// rank. False if each process saves a model of its own.
bool trains_jointly(const launch::Program& program, const script::Summary& run);

// Returns what the loops around the backward passes of a run go through.
std::vector<const syntax::Expr*> training_iterables(const script::Summary& run,
                                                    const ProgramSyntax& syntax);

}  // namespace mmlint::check
