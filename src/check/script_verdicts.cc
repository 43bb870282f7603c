#include "check/script_verdicts.h"

#include "catalog/on_target.h"
#include "catalog/vocabulary.h"
#include "check/script/bridge.h"
#include "launch/given.h"
#include "launch/program_store.h"
#include "launch/undone_writes.h"
#include "script/state.h"

namespace mmlint::check {

namespace {

constexpr std::size_t kMostShownUses = 3;  // of one value that is written elsewhere

// Whether a match asks for a fact of the whole script, which covers all of its entry points.
bool asks_of_whole(const catalog::Match& match) {
  return (match.kind == catalog::Match::Kind::kScript &&
          !catalog::row_of(catalog::script_predicates(), match.name)->judges_runs) ||
         std::ranges::any_of(match.children, asks_of_whole);
}

// Whether a match asks which condition guards a place. In the walk of a start, what it is told of
// devices guards every place.
bool asks_of_guard(const catalog::Match& match) {
  return !match.does.place.under.empty() || std::ranges::any_of(match.children, asks_of_guard);
}

bool asks_for_no_group(const catalog::Match& match) {
  return match.does.place.group == catalog::answers::kNo ||
         std::ranges::any_of(match.children, asks_for_no_group);
}

// A parameter with a default.
struct Default {
  std::string_view function, parameter;
  std::size_t position;  // among the arguments of a call; 0-based
  bool by_registry;      // a registry calls the function
};

std::optional<Default> default_at(const syntax::Stmt& stmt, Span at, bool is_method) {
  if (stmt.kind != syntax::StmtKind::kFunction) return std::nullopt;
  const auto& function = syntax::as<syntax::Function>(stmt);
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const syntax::Parameter& parameter = function.parameters[i];
    const syntax::Expr* value = parameter.default_value;
    if (!value || at.begin < value->begin || at.end > value->end) continue;
    const std::size_t receivers = is_method ? 1 : 0;
    return Default{function.name, parameter.name, i - std::min(i, receivers),
                   !is_method || function.name == "__init__"};
  }
  return std::nullopt;
}

std::optional<Default> default_in(const syntax::Stmt& definition, Span at) {
  if (definition.kind != syntax::StmtKind::kClass) return default_at(definition, at, false);
  for (const syntax::Stmt* stmt : syntax::as<syntax::Class>(definition).body) {
    if (const auto found = default_at(*stmt, at, true)) return found;
  }
  return std::nullopt;
}

}  // namespace

void KnownCalls::add(const script::Summary& script) {
  for (const script::Call& call : script.calls) {
    const std::string_view name = call.symbol.name();
    by_name_[name].push_back({&call, &script});
    if (!name.starts_with("build")) continue;
    for (const script::Argument& argument : call.arguments) built_with_.insert(argument.name);
  }
}

bool KnownCalls::use_default(Span definition, Span at, BuiltClasses& built) const {
  const syntax::Stmt* stmt = built.stmt_at(definition);
  const auto found = stmt ? default_in(*stmt, at) : std::nullopt;
  if (!found) return true;
  if (found->by_registry) return built_with_.count(found->parameter) == 0;
  const auto calls = by_name_.find(found->function);
  return calls != by_name_.end() && std::ranges::any_of(calls->second, [&](const Known& each) {
           const script::Call& call = *each.call;
           return !call.more && !call.argument(found->parameter, found->position) &&
                  (call.point.reached || !built.is_idle(call.point.built_as)) &&
                  !built.has_another(call, *each.script, definition);
         });
}

ScriptRule::ScriptRule(const catalog::Catalog::Active& active_rule, const catalog::Target& target)
    : active{active_rule.rule, active_rule.severity, nullptr},
      matcher(active.rule->match, target),
      asks_of_whole_(check::asks_of_whole(active.rule->match)),
      asks_of_guard_(asks_of_guard(active.rule->match)),
      asks_for_no_group_(check::asks_for_no_group(active.rule->match)) {
  for (const catalog::SeverityLevel& level : active.rule->levels)
    levels_.push_back({level.severity, std::make_unique<ScriptMatcher>(level.match, target)});
  const auto& related = active.rule->related;
  if (related && related->match)
    related_ = std::make_unique<ScriptMatcher>(*related->match, target);
}

bool ScriptRule::is_about_calls() const {
  const auto& fix = active.rule->fix;
  return fix && std::holds_alternative<catalog::verb::ReplaceArgument>(fix->action);
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

// The second place of a hit, in the launch script of a start if there is one; unknown if it has
// none.
Span ScriptRule::other(const ScriptHit& hit, const Beside& beside) const {
  if (!related_) return hit.other;
  Span out;
  for (const ScriptHit& each : beside.related) {
    if (each.at == hit.at || !each.at.known()) continue;
    if (hit.start && each.at.file == hit.start->launch->starter.file) return each.at;
    if (!out.known()) out = each.at;
  }
  return out;
}

void ScriptRule::emit(ScriptHit hit, const launch::ProgramFacts& facts, const Beside& beside,
                      Level level, Finding& finding, FindingTable& table) const {
  table.describe(finding, hit);
  // Behind the bridge another import of it mends nothing.
  if (active.rule->bridge_fix && bridge_shows_cuda(facts.program().summary(), facts))
    finding.fix = catalog::own_fix_of(*active.rule, *finding.target, finding.form);
  finding.diagnostic.severity = level.severity;
  finding.on.front().severity = level.severity;
  if (!level.why.en.empty()) table.note(finding, level.why);
  hit.other = other(hit, beside);
  hit.facts = facts.program().store().share(facts);
  if (hit.other.known()) table.relate(finding, hit.other);
  finding.evidence = std::move(hit);
}

ProgramHits find_hits(const launch::ProgramFacts& facts, const std::deque<ScriptRule>& rules) {
  ProgramHits out{&facts, {}, {}};
  bool asks_of_starts = false, asks_for_no_group = false;
  for (const ScriptRule& rule : rules) {
    out.by_rule.push_back(rule.matcher.find(facts.program().summary(), facts));
    asks_of_starts = asks_of_starts || rule.asks_of_each_start() ||
                     (!rule.asks_of_whole() && !out.by_rule.back().empty());
    asks_for_no_group = asks_for_no_group || rule.asks_for_no_group();
  }
  if (asks_of_starts) out.starts = facts.get_big<launch::started_runs>();
  if (asks_for_no_group) out.slurm = facts.get_big<launch::slurm_runs>();
  return out;
}

void Verdicts::add(ProgramHits hits) {
  const std::size_t program = programs_.size(), first = all_.size();
  programs_.push_back(hits.facts);
  calls_.add(hits.facts->program().summary());
  const bool has_starts = !hits.starts.empty() || !hits.slurm.empty();
  std::vector<std::set<Span>> known(hits.by_rule.size());  // the facts, by rule, if it has starts
  for (std::size_t i = 0; i < hits.by_rule.size(); ++i) {
    for (ScriptHit& hit : hits.by_rule[i]) {
      if (has_starts) known[i].insert(hit.fact);
      all_.push_back({i, program, std::move(hit)});
    }
    hits.by_rule[i] = {};
  }
  for (const launch::KnownRun& start : hits.starts) {
    if (start.is_whole) add_started(start, program, known, &ScriptRule::asks_of_each_start);
  }
  for (const launch::KnownRun& start : hits.slurm)
    add_started(start, program, known, &ScriptRule::asks_for_no_group);
  for (std::size_t i = first; i < all_.size(); ++i) look_at_starts(all_[i], hits.starts);
  for (const auto* starts : {&hits.starts, &hits.slurm}) {
    for (const launch::KnownRun& start : *starts) {  // which most need no more
      for (std::size_t i = 0; i < rules_.size(); ++i) in_runs_.erase({i, start.run.get()});
    }
  }
}

// The first start that makes a fault of what options decide; null if none is known, or if every
// run has it.
const launch::LinkedLaunch* Verdicts::deciding_start(const Found& found) {
  if (found.hit.start) return found.hit.start;
  const auto conditions = found.hit.point.guard.conditions();
  const bool by_options = !found.hit.option.empty() ||
                          std::ranges::any_of(conditions, [](const script::Condition& each) {
                            return each.question.kind == Question::Kind::kOption ||
                                   each.question.kind == Question::Kind::kGiven;
                          });
  const bool is_known = by_options && found.in_starts && !found.in_starts->empty();
  return is_known && found.level.severity != Severity::kInfo ? found.in_starts->front().start
                                                             : nullptr;
}

void Verdicts::emit(FindingTable& table) {
  for (auto& [place, all] : worst()) {
    Found* found = all.worst;
    const ScriptRule& rule = rules_[found->rule];
    Finding* finding = table.entry(rule.active, found->hit.at, true);
    if (!finding || finding->script_hit()) continue;  // of a rule that speaks once
    const launch::LinkedLaunch* start = deciding_start(*found);
    rule.emit(std::move(found->hit), *programs_[found->program], beside(*found), found->level,
              *finding, table);
    if (start) table.add_start(*finding, start->launch->starter);
    for (const Span use : all.uses) table.add_use(*finding, use);
  }
}

std::set<Span> Verdicts::places() {
  std::set<Span> out;
  for (const auto& [place, all] : worst()) out.insert(all.worst->hit.at);
  return out;
}

// Of what is found of each rule at each place, or in each call that its fix rewrites.
std::map<std::pair<std::size_t, Span>, Verdicts::AtPlace> Verdicts::worst() {
  for (const launch::ProgramFacts* facts : programs_) {
    const auto& covered = facts->program().summary().covered;
    covered_.insert(covered.begin(), covered.end());
  }
  std::map<std::pair<std::size_t, Span>, AtPlace> out;
  for (Found& found : all_) {
    if (!found.hit.point.reached && is_covered(found.hit.fact)) continue;
    found.level = level(found);
    if (found.level.severity != Severity::kInfo &&
        launch::is_undone(*programs_[found.program], found.hit.fact))
      continue;  // what the run sets back does no harm
    if (found.hit.start && found.level.severity != Severity::kError) continue;
    const Span place = rules_[found.rule].is_about_calls() ? found.hit.fact : found.hit.at;
    AtPlace& known = out[{found.rule, place}];
    if (!known.worst || known.worst->level.severity < found.level.severity) known = {&found, {}};
    if (known.worst->level.severity != found.level.severity) continue;
    const Span use = found.hit.callee;
    if (use.known() && !found.hit.fact.contains(found.hit.at) &&
        known.uses.size() < kMostShownUses &&
        std::ranges::find(known.uses, use) == known.uses.end())
      known.uses.push_back(use);
  }
  return out;
}

// What only a start of the project makes wrong: its run is the one that is judged. What the launch
// script itself is at fault for is told there.
void Verdicts::add_started(const launch::KnownRun& start, std::size_t program,
                           const std::vector<std::set<Span>>& known,
                           bool (ScriptRule::*asks)() const) {
  const auto is_told = [](const auto& active) { return active.rule->match.name == "given-value"; };
  if (std::ranges::any_of(request_.rules, is_told) &&
      launch::given_use(
          *start.launch, programs_[program]->program().summary(), [&] { return start.run.get(); },
          request_.target))
    return;
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (!(rules_[i].*asks)()) continue;
    const Found own{i, program, {}};
    for (const auto& [fact, hit] : hits_in(own, *start.run)) {
      if (!hit.point.reached || known[i].contains(fact)) continue;
      // What the start gives stands elsewhere than the call that raises.
      Found& added = all_.emplace_back(Found{i, program, hit});
      added.hit.run = start.run;
      added.hit.start = start.launch;
      if (!fact.contains(hit.at))
        added.hit.at = hit.argument.known() ? hit.argument : hit.callee.known() ? hit.callee : fact;
    }
  }
}

// Whether the run of some program gets to a function: how it does so decides, not what the
// function would do if it were called in another way.
bool Verdicts::is_covered(Span place) const {
  auto function = covered_.lower_bound({place.file, 0, 0});
  for (; function != covered_.end() && function->file == place.file; ++function) {
    if (function->begin > place.begin) return false;
    if (function->contains(place)) return true;
  }
  return false;
}

// What the starts of its program find in the place of a hit.
void Verdicts::look_at_starts(Found& found, const std::vector<launch::KnownRun>& starts) {
  if (starts.empty() || !found.hit.point.reached || rules_[found.rule].asks_of_whole()) return;
  const script::Summary& script = programs_[found.program]->program().summary();
  const auto holds = [&](Span function) { return function.contains(found.hit.fact); };
  if (std::ranges::any_of(script.by_name, holds)) return;
  found.in_starts.emplace();
  for (const launch::KnownRun& each : starts) {
    const auto& hits = hits_in(found, *each.run);
    const auto own = hits.find(found.hit.fact);
    if (own != hits.end())
      found.in_starts->push_back({own->second.option, own->second.point, each.launch});
  }
}

Level Verdicts::level(const Found& found) {
  const launch::ProgramFacts& facts = *programs_[found.program];
  const HitFacts of_hit{rules_[found.rule].harm_of(found.hit, beside(found)), is_built(found),
                        found.in_starts};
  return severity_of(of_hit, found.hit, facts.program().summary(), facts);
}

// What a rule finds of each fact in what a script does in one start of the project, or as configs
// have it built.
const std::map<Span, ScriptHit>& Verdicts::hits_in(const Found& found, const script::Summary& run) {
  const auto [known, is_new] = in_runs_.try_emplace({found.rule, &run});
  if (!is_new) return known->second;
  for (ScriptHit& hit : rules_[found.rule].matcher.find(run, *programs_[found.program])) {
    if (!hit.point.reached && !built_.has(hit.point.built_as)) continue;
    for (const script::Condition& each : run.start.conditions())  // none of them is open
      hit.point.guard.forget(each.question);
    const auto own = known->second.find(hit.fact);
    if (own == known->second.end())
      known->second.emplace(hit.fact, std::move(hit));
    else
      own->second.point = meet(own->second.point, hit.point);
  }
  return known->second;
}

const ScriptRule::Beside& Verdicts::beside(const Found& found) {
  const auto [known, is_new] = beside_.try_emplace({found.rule, found.program});
  const launch::ProgramFacts& facts = *programs_[found.program];
  if (is_new) known->second = rules_[found.rule].beside(facts.program().summary(), facts);
  return known->second;
}

// Whether a registry builds what holds the hit, and gets to what was found.
bool Verdicts::is_built(const Found& found) {
  const Span definition = found.hit.point.built_as;
  if (!built_.has(definition)) return false;
  const script::Summary* run = built_.run_of(definition);
  if (run && !rules_[found.rule].asks_of_whole() && !hits_in(found, *run).contains(found.hit.fact))
    return false;
  return calls_.use_default(definition, found.hit.at, built_);
}

}  // namespace mmlint::check
