#include "fix/script/verify.h"

#include "fix/script/script_code.h"

namespace mmlint::fix {

using check::Finding;

namespace {

// What the rule of a finding finds in its script, and whether that can run.
struct Faults {
  bool valid = false;
  std::size_t hits = 0;
  std::size_t places = 0;   // of hits
  std::size_t shadows = 0;  // names that would have no value
};

Faults faults_of(const Finding& finding, project::Workspace& workspace) {
  const auto* script = script_of(finding, workspace);
  if (!script) return {};
  const check::ScriptMatcher matcher(finding.rule->match, *finding.target);
  const auto hits = matcher.find(*script, *finding.script_hit()->facts);
  std::set<Span> places;
  for (const check::ScriptHit& hit : hits) places.insert(hit.at);
  return {true, hits.size(), places.size(), script->shadows.size()};
}

}  // namespace

std::optional<Refusal> verify_script(std::span<const Candidate* const> candidates,
                                     project::Workspace& edited, const Context& context) {
  const Finding& first = *candidates.front()->finding;
  const Faults before = faults_of(first, context.workspace);
  const Faults after = faults_of(first, edited);
  if (!after.valid) return Refusal{Reason::kInvalidPython};
  if (after.shadows > before.shadows) return Refusal{Reason::kNameWithoutValue};
  const bool repaired = candidates.size() == 1 ? after.hits < before.hits
                                               : after.places + candidates.size() <= before.places;
  if (!repaired) return Refusal{Reason::kWouldNotRepair};
  return std::nullopt;
}

}  // namespace mmlint::fix
