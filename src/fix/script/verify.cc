#include "fix/script/verify.h"

#include "fix/script/script_code.h"
#include "launch/program_store.h"

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

Faults faults_of(const Finding& finding, project::Workspace& workspace,
                 const launch::ProgramFacts& facts) {
  const auto* script = script_of(finding, workspace);
  if (!script) return {};
  const check::ScriptMatcher matcher(finding.rule->match, *finding.target);
  const auto hits = matcher.find(*script, facts);
  std::set<Span> places;
  for (const check::ScriptHit& hit : hits) places.insert(hit.at);
  return {true, hits.size(), places.size(), script->shadows.size()};
}

// Does the same, with what is known of the launches of the edited project.
Faults faults_anew(const Finding& finding, project::Workspace& edited) {
  const launch::Program& old = finding.script_hit()->facts->program();
  const launch::ProjectView& project = old.store().project();
  const auto programs = std::make_shared<launch::ProgramStore>(launch::ProjectView{
      edited, project.index, project.roots, project.scripts, project.launch_scripts});
  const launch::Program* program = programs->program(old.path());
  return program ? faults_of(finding, edited, program->on(*finding.target)) : Faults{};
}

}  // namespace

std::optional<Refusal> verify_script(std::span<const Candidate* const> candidates,
                                     project::Workspace& edited, const Context& context) {
  const Finding& first = *candidates.front()->finding;
  const launch::ProgramFacts& facts = *first.script_hit()->facts;
  const Faults before = faults_of(first, context.workspace, facts);
  const Faults after = faults_of(first, edited, facts);
  if (!after.valid) return Refusal{Reason::kInvalidPython};
  if (after.shadows > before.shadows) return Refusal{Reason::kNameWithoutValue};
  const auto repaired = [&](const Faults& now) {
    return candidates.size() == 1 ? now.hits < before.hits
                                  : now.places + candidates.size() <= before.places;
  };
  // Facts about launches are memoised, so they do not include the edit.
  if (!repaired(after) && (facts.program().path().empty() || !repaired(faults_anew(first, edited))))
    return Refusal{Reason::kWouldNotRepair};
  return std::nullopt;
}

}  // namespace mmlint::fix
