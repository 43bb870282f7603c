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
  std::vector<Span> at = {};
};

Faults faults_of(const Finding& finding, project::Workspace& workspace,
                 const launch::ProgramFacts& facts) {
  const auto* script = script_of(finding, workspace);
  if (!script) return {};
  const check::ScriptMatcher matcher(finding.rule->match, *finding.target);
  const auto hits = matcher.find(*script, facts);
  std::set<Span> places;
  for (const check::ScriptHit& hit : hits) places.insert(hit.at);
  return {true, hits.size(), places.size(), script->shadows.size(), {places.begin(), places.end()}};
}

// Where the text of a place is after the edits; what replaces it, or a part of it, is in the place.
Span moved(Span place, const std::vector<TextEdit>& edits) {
  std::int64_t before = 0, inside = 0;
  for (const TextEdit& edit : edits) {
    if (edit.span.file != place.file || edit.span.begin >= place.end) continue;
    const auto more = static_cast<std::int64_t>(edit.replacement.size()) -
                      static_cast<std::int64_t>(edit.span.end - edit.span.begin);
    (edit.span.end <= place.begin ? before : inside) += more;
  }
  const auto at = [](std::int64_t offset) {
    return static_cast<std::uint32_t>(std::max<std::int64_t>(offset, 0));
  };
  return {place.file, at(place.begin + before), at(place.end + before + inside)};
}

// Whether nothing is found any more where the candidates' findings were. What a script does behind
// a place where it stopped may be found for the first time.
bool are_gone(std::span<const Candidate* const> candidates, const Faults& now,
              project::Workspace& edited, const Context& context) {
  const std::vector<TextEdit> edits = combined(candidates).edits;
  return std::ranges::all_of(candidates, [&](const Candidate* candidate) {
    const Span place = moved(candidate->finding->script_hit()->at, edits);
    const std::string& path = source_of(context, place).path();
    return std::ranges::none_of(now.at, [&](const Span& each) {
      return each.begin < place.end && each.end > place.begin &&
             edited.sources().get(each.file).path() == path;
    });
  });
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
  const bool keeps_cuda =
      std::ranges::all_of(candidates, [](const Candidate* each) { return each->plan.keeps_cuda; });
  const auto repaired = [&](const Faults& now) {
    if (keeps_cuda && are_gone(candidates, now, edited, context)) return true;
    return candidates.size() == 1 ? now.hits < before.hits
                                  : now.places + candidates.size() <= before.places;
  };
  // Facts about launches are memoised, so they do not include the edit.
  if (!repaired(after) && (facts.program().path().empty() || !repaired(faults_anew(first, edited))))
    return Refusal{Reason::kWouldNotRepair};
  return std::nullopt;
}

}  // namespace mmlint::fix
