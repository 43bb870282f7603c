#pragma once

#include "fix/plan.h"

namespace mmlint::fix {

// The fix of one finding, planned and tried out on a copy of the project. Without a refusal the
// plan does what its rule says and nothing else; with one the plan must not be used.
struct Candidate {
  const check::Finding* finding = nullptr;
  Plan plan = {};
  std::vector<Intent> intents = {};  // the changed keys, sorted
  std::optional<Refusal> refusal = {};
};

// Returns a candidate for each finding, in their order; a fix that fails is one with a refusal. A
// fix of a config is planned in the place that the rule would choose; where that fails and `where`
// is kAuto, it is planned again with kLeaf. Those of configs are not tried out, and have no
// intents, if the context says so.
std::vector<Candidate> prepare(std::span<const check::Finding* const> findings,
                               const Context& context);

// Returns true if two fixes cannot be applied in one round: their edits touch, they make one file
// with different texts, or both change one key. The second then waits for the next round, in which
// its finding is found again if it is still there.
bool conflict(const Candidate& a, const Candidate& b);
// Returns all edits and new files of some fixes as one plan, equal edits once.
Plan combined(std::span<const Candidate* const> candidates);
// Returns true if some fixes, applied together to a copy of the project, change exactly the keys
// that each of them changes alone.
bool are_independent(std::span<const Candidate* const> candidates, const Context& context);

}  // namespace mmlint::fix
