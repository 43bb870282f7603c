#pragma once

#include "base/span.h"
#include "check/launch_graph.h"
#include "script/summary.h"

// What a script writes into its config and no Runner gets in a start of the project: `if args.amp
// and not torch.cuda.is_available(): args.amp = False`, or a later assignment to the same key.
namespace mmlint::check {

struct Request;
struct ScriptContext;

// Returns true if some Runner of a script may get the value that a statement or call writes into
// the config; `write` is ConfigWrite::span. False if the script does not write there.
bool reaches_runner(const script::Summary& script, Span write);
// Returns true if the Runners that a launch builds surely do not get what the script writes there:
// the run is known, builds one, and has written something else, or nothing, by then.
bool is_undone_in(const LinkedLaunch& linked, const script::Summary& script, Span write,
                  const Request& request);
// Returns the same of every launch of the script; false if there is none, or one is not known.
bool is_undone(const ScriptContext& context, const script::Summary& script, Span write,
               const Request& request);
// Returns true if that holds for all that the script writes of an AmpOptimWrapper. False if it
// writes none.
bool leaves_out_amp(const LinkedLaunch& linked, const script::Summary& script,
                    const Request& request);

}  // namespace mmlint::check
