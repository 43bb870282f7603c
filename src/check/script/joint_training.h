#pragma once

#include "check/script/program_syntax.h"

namespace mmlint::check {

// Whether the processes of a group are meant to train one model, of which each trains its own.
enum class Jointly : std::uint8_t { kNo, kLikely, kSurely };

// It needs two things. First, each process trains on other samples, or with another seed. Second,
// one of these shows that one model is meant: a process takes every n-th sample by its rank; one
// process saves the model for all; a function that averages gradients is never called; no file
// names a rank. It is likely where only the first process reports the loss, or a loss is averaged
// over all of them. kNo if each process saves a model of its own.
Jointly trains_jointly(const launch::Program& program, const script::Summary& run);

// Returns what the loops around the backward passes of a run go through.
std::vector<const syntax::Expr*> training_iterables(const script::Summary& run,
                                                    const ProgramSyntax& syntax);

}  // namespace mmlint::check
