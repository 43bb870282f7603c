#pragma once

#include "check/script/program_syntax.h"
#include "script/objects.h"

namespace mmlint::check {

// A forward pass of the module inside of a DistributedDataParallel, under whatever name it has
// there, whose gradients the wrapper does not see.
struct InnerTraining {
  std::string_view module;  // as it is called, or as a function gets it that calls it
  Span at;                  // the call, or that argument
  Span wrapper;
};

// Returns the forward pass of what a wrapper has inside, which a call is: as it stands, or where a
// function gets the module that calls it.
InnerTraining inner_pass(const script::Call& forward, Span wrapper, const script::Summary& run,
                         const ProgramSyntax& syntax);
// Returns the first one that stands in a loop with a backward pass, in a script that certainly
// never calls a wrapper and gives it to no code that was not walked.
std::optional<InnerTraining> inner_training(const script::Summary& run,
                                            const script::Objects& objects,
                                            const ProgramSyntax& syntax);

}  // namespace mmlint::check
