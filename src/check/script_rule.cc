#include "check/script_rule.h"

#include <algorithm>

#include "launch/program_store.h"

namespace mmlint::check {
namespace {

// Whether a match asks for a fact of the whole script, which covers all of its entry points.
bool asks_of_whole(const catalog::Match& match) {
  constexpr std::string_view kSameInEachRun = "converts-no-batch-norm";
  return (match.kind == catalog::Match::Kind::kScript && match.name != kSameInEachRun) ||
         std::any_of(match.children.begin(), match.children.end(), asks_of_whole);
}

// Whether a match asks which condition guards a place. In the walk of a start, what it is told of
// devices guards every place.
bool asks_of_guard(const catalog::Match& match) {
  return !match.does.place.under.empty() ||
         std::any_of(match.children.begin(), match.children.end(), asks_of_guard);
}

}  // namespace

ScriptRule::ScriptRule(const catalog::Catalog::Active& active_rule, const catalog::Target& target)
    : active{active_rule.rule, active_rule.severity, nullptr},
      matcher(active.rule->match, target),
      asks_of_whole_(check::asks_of_whole(active.rule->match)),
      asks_of_guard_(asks_of_guard(active.rule->match)) {
  for (const catalog::SeverityLevel& level : active.rule->levels)
    levels_.push_back({level.severity, std::make_unique<ScriptMatcher>(level.match, target)});
  const auto& related = active.rule->related;
  if (related && related->match)
    related_ = std::make_unique<ScriptMatcher>(*related->match, target);
}

ScriptRule::Beside ScriptRule::beside(const script::Summary& script,
                                      const launch::ProgramFacts& facts) const {
  Beside out;
  for (const auto& [severity, at] : levels_) {
    std::set<Span>& own = out.levels.emplace_back(severity, std::set<Span>()).second;
    for (const ScriptHit& each : at->find(script, facts)) own.insert(each.fact);
  }
  if (related_) out.related = related_->find(script, facts);
  return out;
}

Severity ScriptRule::harm_of(const ScriptHit& hit, const Beside& beside) const {
  const bool is_own = active.severity == active.rule->severity;  // the target has no other
  for (const auto& [severity, facts] : beside.levels) {
    if (is_own && facts.contains(hit.fact)) return severity;
  }
  return active.severity;
}

// The second place of a hit; unknown if it has none.
Span ScriptRule::other(const ScriptHit& hit, const Beside& beside) const {
  if (!related_) return hit.other;
  for (const ScriptHit& each : beside.related) {
    if (each.at != hit.at && each.at.known()) return each.at;
  }
  return {};
}

void ScriptRule::emit(ScriptHit hit, const launch::ProgramFacts& facts, const Beside& beside,
                      Level level, Finding& finding, FindingTable& table) const {
  table.describe(finding, hit);
  finding.diagnostic.severity = level.severity;
  finding.on.front().severity = level.severity;
  if (level.why != Mildness::kNone) table.note_starts(finding, level.why == Mildness::kOtherValue);
  hit.other = other(hit, beside);
  hit.facts = facts.program().store().share(facts);
  if (hit.other.known()) table.relate(finding, hit.other);
  finding.evidence = std::move(hit);
}

ProgramHits find_hits(const launch::ProgramFacts& facts, const std::deque<ScriptRule>& rules) {
  ProgramHits out{&facts, {}, {}};
  bool asks_of_starts = false;
  for (const ScriptRule& rule : rules) {
    out.by_rule.push_back(rule.matcher.find(facts.program().summary(), facts));
    asks_of_starts = asks_of_starts || rule.asks_of_each_start() ||
                     (!rule.asks_of_whole() && !out.by_rule.back().empty());
  }
  if (asks_of_starts) out.starts = facts.get_big<launch::started_runs>();
  return out;
}

}  // namespace mmlint::check
