#include "check/script/matcher.h"

#include "catalog/on_target.h"
#include "check/script/hits.h"
#include "check/script/predicate.h"

namespace mmlint::check {

using catalog::Match;

bool add_places(const std::vector<ScriptPlace>& places, ScriptHits& hits) {
  for (const ScriptPlace& each : places)
    hits.push_back({.at = each.at,
                    .fact = each.fact,
                    .name = each.name,
                    .point = each.point,
                    .other = each.other,
                    .callee = each.callee});
  return !places.empty();
}

namespace {

void add_named(const Match& match, std::map<const Match*, Named>& named) {
  if (match.kind == Match::Kind::kDoes) named.try_emplace(&match, match.does);
  for (const Match& child : match.children) add_named(child, named);
}

}  // namespace

ScriptMatcher::ScriptMatcher(const catalog::Match& match, const catalog::Target& target)
    : match_(catalog::filled(match, target)), needed_(match_), target_(target) {
  add_named(match_, named_);
}

std::vector<ScriptHit> ScriptMatcher::find(const script::Summary& script,
                                           const launch::ProgramFacts& facts) const {
  const auto leaf = [&](const Match& match, std::vector<ScriptHit>& out) {
    switch (match.kind) {
      case Match::Kind::kScript: {
        // Predicates load files from the workspace, which is not thread-safe.
        const auto lock = facts.program().exclusive();
        return answer(script_predicate(match.name)(script, facts, out));
      }
      case Match::Kind::kDoes:
        return answer(collect_hits(match, named_.at(&match), script, facts, target_, out));
      default:  // the loader refuses the others in rules about scripts
        return Answer::kNo;
    }
  };
  std::vector<ScriptHit> hits;
  evaluate(match_, target_, leaf, hits);
  return hits;
}

}  // namespace mmlint::check
