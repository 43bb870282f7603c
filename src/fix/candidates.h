#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/run_report.h"
#include "fix/plan.h"

namespace mmlint::fix {

// A finding's fix that does what its rule says and nothing else, or why there is none.
struct Candidate {
  const check::Finding* finding = nullptr;
  Plan plan;
  std::vector<Intent> intents = {};  // sorted
  std::string refused = {};
};

// One for each finding, in their order: planned in the place that the rule would choose, or else in
// the leaves alone, and verified.
std::vector<Candidate> prepare(std::span<const check::Finding* const> findings,
                               const Context& context);

// Fixes that meet wait for each other: what one leaves to do is found again in the next round.
bool touch(const Candidate& a, const Candidate& b);
// All edits and new files.
Plan together(std::span<const Candidate* const> candidates);
// Whether the keys that several fixes change together are those that they change one by one.
bool agree(std::span<const Candidate* const> candidates, const Context& context);

}  // namespace mmlint::fix
