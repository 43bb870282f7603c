#include "check/script/matcher.h"

#include <algorithm>
#include <array>

#include "base/internal_error.h"
#include "base/text.h"
#include "catalog/on_target.h"
#include "catalog/vocabulary.h"
#include "check/script/apart_after_wrap.h"
#include "check/script/batch_norms.h"
#include "check/script/context_hits.h"
#include "check/script/drifting_steps.h"
#include "check/script/groupless_calls.h"
#include "check/script/hits.h"
#include "check/script/idle_layers.h"
#include "check/script/lone_collectives.h"
#include "check/script/lone_groups.h"
#include "check/script/lone_ranks.h"
#include "check/script/other_starts.h"
#include "check/script/rank_values.h"
#include "check/script/unshared_samples.h"
#include "check/script/unsynced_models.h"
#include "check/script/untold_samplers.h"
#include "launch/programs.h"

namespace mmlint::check {

using catalog::lists;
using catalog::Literal;
using catalog::Match;
using script::Guard;
using script::Summary;

namespace {

using Hits = std::vector<ScriptHit>;

bool builds_runner(const Summary& script, const launch::ProgramFacts&, Hits&) {
  return !script.builds.empty();
}

bool trains_model(const Summary& script, const launch::ProgramFacts&, Hits&) {
  return script.trains;
}

bool repeats_epochs(const Summary& script, const launch::ProgramFacts&, Hits&) {
  return std::any_of(script.calls.begin(), script.calls.end(), [](const script::Call& call) {
    return call.loops >= 2 && call.symbol.ends_with(".backward");
  });
}

bool ranks_without_launcher(const Summary&, const launch::ProgramFacts& facts, Hits&) {
  const auto& launches = facts.program().launches();
  return std::any_of(launches.begin(), launches.end(), [](const launch::LinkedLaunch* linked) {
    const auto& words = linked->launch->arguments;
    const bool known = std::none_of(words.begin(), words.end(), [](const auto& word) {
      return word.precision == shell::ExpandedWord::Precision::kAnyWords;
    });
    return known && linked->processes().value_or(1) > 1 && !linked->option("--launcher", nullptr);
  });
}

bool configs_make_group(const Summary&, const launch::ProgramFacts& facts, Hits&) {
  return facts.program().configs_make_group();
}

bool add_lone_ranks(const Summary& script, const LoneRanks& alone, Span place, Hits& hits) {
  for (const script::Call& call : script.calls) {
    if (call.callee != place) continue;
    hits.push_back({.at = call.callee, .fact = call.span, .name = call.symbol});
    hits.back().other = alone.count;
    return true;
  }
  return false;
}

bool ranks_alone(const Summary& script, const launch::ProgramFacts& facts, Hits& hits) {
  const auto& alone = facts.get<lone_ranks>();
  return alone && alone->group.known() && add_lone_ranks(script, *alone, alone->group, hits);
}

bool ranks_without_group(const Summary& script, const launch::ProgramFacts& facts, Hits& hits) {
  const auto& alone = facts.get<lone_ranks>();
  return alone && !alone->group.known() && add_lone_ranks(script, *alone, alone->training, hits);
}

bool local_rank_missing(const Summary& script, const launch::ProgramFacts& facts, Hits& hits) {
  hits = missing_local_ranks(script, facts);
  return !hits.empty();
}

bool add_unsynced(const launch::ProgramFacts& facts, bool wrapped, Hits& hits) {
  for (const UnsyncedModel& each : facts.get<unsynced_models>()) {
    if (each.wrapper.known() != wrapped || each.wraps_nothing) continue;
    hits.push_back({.at = each.at, .fact = each.at, .name = each.name});
    hits.back().other = wrapped ? each.wrapper : each.skipped;
  }
  return !hits.empty();
}

bool trains_unwrapped(const Summary&, const launch::ProgramFacts& facts, Hits& hits) {
  return add_unsynced(facts, false, hits);
}

bool calls_past_wrapper(const Summary&, const launch::ProgramFacts& facts, Hits& hits) {
  return add_unsynced(facts, true, hits);
}

bool wraps_nothing(const Summary&, const launch::ProgramFacts& facts, Hits& hits) {
  for (const UnsyncedModel& each : facts.get<unsynced_models>()) {
    if (each.wraps_nothing) hits.push_back({.at = each.at, .fact = each.at, .name = each.name});
  }
  return !hits.empty();
}

// A fact that holds or does not.
template <auto kFact>
bool holds(const Summary&, const launch::ProgramFacts& facts, Hits&) {
  return facts.get<kFact>();
}

// A fact that is a list of places.
template <auto kFact>
bool places(const Summary&, const launch::ProgramFacts& facts, Hits& hits) {
  for (const ScriptPlace& each : facts.get<kFact>())
    hits.push_back({.at = each.at, .fact = each.fact, .name = each.name, .point = each.point});
  return !hits.empty();
}

struct Fact {
  std::string_view name;
  // Appends the places that make it so, if there are any.
  bool (*holds)(const Summary& script, const launch::ProgramFacts& facts, Hits& hits);
};
constexpr std::array<Fact, 29> kFacts = {{
    {"builds-runner", builds_runner},
    {"trains", trains_model},
    {"sets-epochs", holds<sets_epochs>},
    {"tells-other-samplers", places<untold_samplers>},
    {"repeats-epochs", repeats_epochs},
    {"ranks-alone", ranks_alone},
    {"ranks-without-group", ranks_without_group},
    {"local-rank-missing", local_rank_missing},
    {"trains-unwrapped", trains_unwrapped},
    {"wraps-nothing", wraps_nothing},
    {"drifts-apart", places<drifting_steps>},
    {"starts-apart", places<other_starts>},
    {"shares-no-samples", places<unshared_samples>},
    {"shares-by-hand", holds<shares_by_hand>},
    {"misses-processes", places<short_samplers>},
    {"lacks-group", places<groupless_calls>},
    {"meets-nobody", places<lone_collectives>},
    {"written-by-one-rank", places<written_by_one_rank>},
    {"replaced-behind", places<replaced_behind_wrapper>},
    {"shares-no-rank", places<samplers_of_one_rank>},
    {"steps-by-rank", places<rates_of_rank>},
    {"reduced-to-one", places<reduced_to_one>},
    {"averages-alone", places<groups_of_one>},
    {"spawned-twice", places<spawned_twice>},
    {"idle-layer", places<idle_layers>},
    {"calls-past-wrapper", calls_past_wrapper},
    {"converts-no-batch-norm", holds<converts_no_batch_norm>},
    {"ranks-without-launcher", ranks_without_launcher},
    {"config-makes-group", configs_make_group},
}};
static_assert(catalog::has_names(kFacts, catalog::kScriptFacts));

// Whether {"script": NAME} holds; the loader lets no other name pass.
bool has_fact(std::string_view name, const Summary& script, const launch::ProgramFacts& facts,
              Hits& hits) {
  const Fact* fact = catalog::row_of(kFacts, name);
  MM_CHECK(fact != nullptr);
  return fact->holds(script, facts, hits);
}

}  // namespace

ScriptMatcher::ScriptMatcher(const catalog::Match& match, const catalog::Target& target)
    : match_(catalog::filled(match, target)), needed_(match_), target_(target) {}

std::vector<ScriptHit> ScriptMatcher::find(const Summary& script,
                                           const launch::ProgramFacts& facts) const {
  const auto leaf = [&](const Match& match, std::vector<ScriptHit>& out) {
    switch (match.kind) {
      case Match::Kind::kScript:
        return answer(has_fact(match.name, script, facts, out));
      case Match::Kind::kDoes:
        return answer(collect_hits(match, script, facts, target_, out));
      default:  // the loader refuses the others in rules about scripts
        return Answer::kNo;
    }
  };
  std::vector<ScriptHit> hits;
  evaluate(match_, target_, leaf, hits);
  return hits;
}

}  // namespace mmlint::check
