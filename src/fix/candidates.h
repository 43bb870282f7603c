#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "fix/plan.h"

namespace mmlint::fix {

// The fix of one finding, planned and verified: it does what its rule says and nothing else, or
// else there is a refusal and the plan counts for nothing.
struct Candidate {
  const check::Finding* finding = nullptr;
  Plan plan = {};
  std::vector<Intent> intents = {};  // the changed keys, sorted
  std::optional<Refusal> refusal = {};
};

// A candidate for each finding, in their order. A fix of a config is planned in the place that the
// rule would choose, and where that fails in the leaves alone.
std::vector<Candidate> prepare(std::span<const check::Finding* const> findings,
                               const Context& context);

// True if two fixes cannot be applied in one round: their edits touch, or both change one key. The
// second then waits for the next round, in which its finding is found again if it is still there.
bool conflict(const Candidate& a, const Candidate& b);
// All edits and new files of some fixes, each once.
Plan combined(std::span<const Candidate* const> candidates);
// True if some fixes change together exactly the keys that they change one by one.
bool are_independent(std::span<const Candidate* const> candidates, const Context& context);

}  // namespace mmlint::fix
