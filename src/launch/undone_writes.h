#pragma once

#include "launch/programs.h"

// What a script writes into its config and no Runner gets in a launch of the project: `if args.amp
// and not torch.cuda.is_available(): args.amp = False`, or a later assignment to the same key.
namespace mmlint::launch {

// Returns true if some Runner of a script may get the value that a statement or call writes into
// the config; `write` is ConfigWrite::span. False if the script does not write there.
bool reaches_runner(const script::Summary& script, Span write);
// Returns true if the Runners that each launch of a program builds surely do not get what it writes
// there: the run is known, builds one, and has written something else, or nothing, by then. False
// if there is no launch, or one is not known.
bool is_undone(const ProgramFacts& facts, Span write);
// Returns true if that holds in a launch for all that the program writes of an AmpOptimWrapper.
// False if it writes none.
bool leaves_out_amp(const ProgramFacts& facts, const LinkedLaunch& linked);

}  // namespace mmlint::launch
