#pragma once

#include "catalog/target.h"
#include "script/summary.h"

namespace mmlint::project {
class Workspace;
}

// What no run, or no run on a target, gets to.
namespace mmlint::launch {

// Returns true for a place in a function whose name stands nowhere else in the program, so that
// nobody calls it.
bool is_idle(Span place, const script::Summary& script, project::Workspace& workspace);
// Returns true for a place in a function that the walk of a run has entered, which is all of it
// that may run: what has no fact there is below a condition that never holds. `text` is that of the
// file.
bool is_passed_over(Span place, std::string_view text, const script::Summary& run);
// Returns false if the target answers a condition of the guard the other way, so that no run on it
// gets there, as in the branch for another accelerator.
bool may_hold(const script::Guard& guard, const catalog::Target& target);
// Returns the path conditions of a place, one for each way to get there that may hold on a target;
// none if no run on it gets there.
std::vector<script::Guard> ways_to(const script::ProgramPoint& point,
                                   const catalog::Target& target);

// Returns on which paths to a point the process group exists in a run on the target. Branches for
// other accelerators do not count.
script::OnPaths group_at(const script::ProgramPoint& point, const script::Summary& script,
                         const catalog::Target& target);

// Returns true if the run on a target replaces, before any Runner, a function with which the Runner
// chooses a CUDA card: torch.cuda.set_device, or init_dist of mmengine/runner/runner.py.
bool replaces_init_dist(const script::Summary& script, const catalog::Target& target);

}  // namespace mmlint::launch
