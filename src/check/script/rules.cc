#include "check/script/rules.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "check/given.h"
#include "check/launch_graph.h"
#include "check/limits.h"
#include "check/script/built_classes.h"
#include "check/script/defaults.h"
#include "check/script/matcher.h"
#include "check/script/needed.h"
#include "check/script/severity.h"
#include "check/script/undecided.h"
#include "check/undone_writes.h"
#include "script/state.h"
#include "shell/shell_script.h"

namespace mmlint::check {

using script::Summary;

namespace {

// Whether a match asks for a fact of the script as a whole, which is told of all its starts.
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

class ScriptRule {
 public:
  ScriptRule(const catalog::Catalog::Active& active_rule, const catalog::Target& target)
      : active{active_rule.rule, active_rule.severity, nullptr},
        matcher(active.rule->match, target) {
    for (const catalog::SeverityLevel& level : active.rule->levels)
      levels_.push_back({level.severity, std::make_unique<ScriptMatcher>(level.match, target)});
    const auto& related = active.rule->related;
    if (related && related->match)
      related_ = std::make_unique<ScriptMatcher>(*related->match, target);
  }

  // What the rule's other matches find in a script, once for all its hits.
  struct Beside {
    std::vector<std::pair<Severity, std::set<Span>>> levels;  // the facts that each level is about
    std::vector<ScriptHit> related;
  };
  Beside beside(const Summary& script, const ScriptContext& context) const {
    Beside out;
    for (const auto& [severity, at] : levels_) {
      std::set<Span>& facts = out.levels.emplace_back(severity, std::set<Span>()).second;
      for (const ScriptHit& each : at->find(script, context)) facts.insert(each.fact);
    }
    if (related_) out.related = related_->find(script, context);
    return out;
  }

  // Returns how serious a hit is where the run gets to it: what the rule's levels say of it, else
  // the rule's own.
  Severity harm_of(const ScriptHit& hit, const Beside& beside) const {
    const bool is_own = active.severity == active.rule->severity;  // the target has no other
    for (const auto& [severity, facts] : beside.levels) {
      if (is_own && facts.contains(hit.fact)) return severity;
    }
    return active.severity;
  }

  // The second place of a hit; unknown if it has none.
  Span other(const ScriptHit& hit, const Beside& beside) const {
    if (!related_) return hit.other;
    for (const ScriptHit& each : beside.related) {
      if (each.at != hit.at && each.at.known()) return each.at;
    }
    return {};
  }

  ActiveRule active;
  ScriptMatcher matcher;

 private:
  std::vector<std::pair<Severity, std::unique_ptr<ScriptMatcher>>> levels_;
  std::unique_ptr<ScriptMatcher> related_;
};

struct Judged {
  const Summary& script;
  std::shared_ptr<const ScriptContext> context;
};

void emit(const ScriptRule& rule, ScriptHit hit, const Judged& judged,
          const ScriptRule::Beside& beside, Level level, Finding& finding, FindingTable& table) {
  table.describe(finding, hit);
  finding.diagnostic.severity = level.severity;
  finding.on.front().severity = level.severity;
  if (level.why != Mildness::kNone) table.note_starts(finding, level.why == Mildness::kOtherValue);
  hit.other = rule.other(hit, beside);
  hit.context = judged.context;
  if (hit.other.known()) table.relate(finding, hit.other);
  finding.evidence = std::move(hit);
}

// Of each rule, in their order.
using Hits = std::vector<std::vector<ScriptHit>>;

Hits find(const Judged& judged, const std::deque<ScriptRule>& rules) {
  Hits out;
  for (const ScriptRule& rule : rules)
    out.push_back(rule.matcher.find(judged.script, *judged.context));
  return out;
}

// Judges all programs of a run together: what several of them do at one place is one finding, as
// serious as the worst of them.
class Programs {
 public:
  Programs(const Request& request, const std::deque<ScriptRule>& rules)
      : request_(request), rules_(rules), built_(request) {}

  // What the rules find in a program.
  void add(const Judged& judged, Hits hits) {
    const std::size_t program = programs_.size();
    programs_.push_back(judged);
    calls_.add(judged.script);
    for (const auto& [key, value] : judged.context->cfg_options) built_.add_option(key);
    std::vector<std::set<Span>> known(hits.size());  // the facts, by rule
    for (std::size_t i = 0; i < hits.size(); ++i) {
      for (ScriptHit& hit : hits[i]) {
        known[i].insert(hit.fact);
        all_.push_back({i, program, std::move(hit)});
      }
    }
    for (const StartedRun& start : judged.context->runs) add_started(start, program, known);
  }

  void emit_all(FindingTable& table) {
    for (const Judged& judged : programs_)
      covered_.insert(judged.script.covered.begin(), judged.script.covered.end());
    std::map<std::pair<std::size_t, Span>, Found*> worst;  // by rule and place
    for (Found& found : all_) {
      if (!found.hit.point.reached && is_covered(found.hit.fact)) continue;
      found.level = level(found);
      const Judged& judged = programs_[found.program];
      if (found.level.severity != Severity::kInfo &&
          is_undone(*judged.context, judged.script, found.hit.fact, request_))
        continue;  // what the run sets back does no harm
      if (found.start && found.level.severity != Severity::kError) continue;
      Found*& known = worst[{found.rule, found.hit.at}];
      if (!known || known->level.severity < found.level.severity) known = &found;
    }
    for (auto& [place, found] : worst) {
      const ScriptRule& rule = rules_[found->rule];
      Finding* finding = table.entry(rule.active, found->hit.at, true);
      if (!finding || finding->script_hit()) continue;  // of a rule that speaks once
      emit(rule, std::move(found->hit), programs_[found->program], beside(*found), found->level,
           *finding, table);
      if (found->start) table.add_start(*finding, found->start->launch->starter);
    }
  }

 private:
  struct Found {
    std::size_t rule, program;
    ScriptHit hit;
    const LinkedLaunch* start = nullptr;  // the only one that makes it a fault; null: any may
    Level level = {Severity::kInfo};
  };

  // What only a start of the project makes wrong: its run is the one that is judged. What the
  // launch script itself is at fault for is told there.
  void add_started(const StartedRun& start, std::size_t program,
                   const std::vector<std::set<Span>>& known) {
    const Judged judged = programs_[program];
    const auto is_told = [](const auto& active) {
      return active.rule->match.name == "given-value";
    };
    if (std::any_of(request_.rules.begin(), request_.rules.end(), is_told) &&
        given_use(
            *start.launch, judged.script, [&] { return start.run.get(); }, request_.target))
      return;
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const catalog::Match& match = rules_[i].active.rule->match;
      if (asks_of_whole(match) || asks_of_guard(match)) continue;
      const Found own{i, program, {}};
      for (const auto& [fact, hit] : hits_in(own, *start.run)) {
        if (!hit.point.reached || known[i].contains(fact)) continue;
        // What the start gives stands elsewhere than the call that raises.
        Found& added = all_.emplace_back(Found{i, program, hit, start.launch});
        if (!fact.contains(hit.at))
          added.hit.at = hit.argument.known() ? hit.argument
                         : hit.callee.known() ? hit.callee
                                              : fact;
      }
    }
  }

  // Whether the run of some program gets to a function: how it does so decides, not what the
  // function would do if it were called in another way.
  bool is_covered(Span place) const {
    auto function = covered_.lower_bound({place.file, 0, 0});
    for (; function != covered_.end() && function->file == place.file; ++function) {
      if (function->begin > place.begin) return false;
      if (function->contains(place)) return true;
    }
    return false;
  }

  Level level(const Found& found) {
    const Judged& judged = programs_[found.program];
    const ScriptContext& context = *judged.context;
    HitFacts facts{rules_[found.rule].harm_of(found.hit, beside(found)), is_built(found)};
    if (!context.runs.empty() && !asks_of_whole(rules_[found.rule].active.rule->match)) {
      facts.in_starts.emplace();
      for (const StartedRun& each : context.runs) {
        const auto& hits = hits_in(found, *each.run);
        const auto own = hits.find(found.hit.fact);
        if (own != hits.end()) facts.in_starts->push_back({each.launch, &own->second});
      }
    }
    return severity_of(facts, found.hit, judged.script, context, request_.target);
  }

  // What a rule finds of each fact in what a script does in one start of the project, or as configs
  // have it built.
  const std::map<Span, ScriptHit>& hits_in(const Found& found, const Summary& run) {
    const auto [known, is_new] = in_runs_.try_emplace({found.rule, &run});
    if (!is_new) return known->second;
    const ScriptContext& context = *programs_[found.program].context;
    for (ScriptHit& hit : rules_[found.rule].matcher.find(run, context)) {
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

  const ScriptRule::Beside& beside(const Found& found) {
    const auto [known, is_new] = beside_.try_emplace({found.rule, found.program});
    const Judged& judged = programs_[found.program];
    if (is_new) known->second = rules_[found.rule].beside(judged.script, *judged.context);
    return known->second;
  }

  // Whether a registry builds what holds the hit, and gets to what was found.
  bool is_built(const Found& found) {
    const Span definition = found.hit.point.built_as;
    if (!built_.has(definition)) return false;
    const script::Summary* run = built_.run_of(definition);
    if (run && !asks_of_whole(rules_[found.rule].active.rule->match) &&
        !hits_in(found, *run).contains(found.hit.fact))
      return false;
    const syntax::Stmt* stmt = built_.stmt_at(definition);
    return !stmt || calls_.use_default(*stmt, found.hit.at);
  }

  const Request& request_;
  const std::deque<ScriptRule>& rules_;
  std::vector<Judged> programs_;
  std::deque<Found> all_;
  std::set<Span> covered_;
  KnownCalls calls_;                                                          // of all programs
  std::map<std::pair<std::size_t, std::size_t>, ScriptRule::Beside> beside_;  // by rule and program
  // By rule, and by a start of the project or what configs have built.
  std::map<std::pair<std::size_t, const Summary*>, std::map<Span, ScriptHit>> in_runs_;
  BuiltClasses built_;
};

// Python in a launch script: only errors are emitted, and nothing edits it.
void judge_inside(const Judged& judged, const std::deque<ScriptRule>& rules,
                  const catalog::Target& target, FindingTable& table) {
  for (const ScriptRule& rule : rules) {
    std::vector<ScriptHit> hits = rule.matcher.find(judged.script, *judged.context);
    if (hits.empty()) continue;
    const ScriptRule::Beside beside = rule.beside(judged.script, *judged.context);
    for (ScriptHit& hit : hits) {
      const HitFacts facts{rule.harm_of(hit, beside)};
      const Level level = severity_of(facts, hit, judged.script, *judged.context, target);
      if (level.severity != Severity::kError) continue;
      Finding* finding = table.entry(rule.active, hit.at, true);
      if (!finding || finding->script_hit()) continue;
      emit(rule, std::move(hit), judged, beside, level, *finding, table);
      finding->fix = nullptr;
    }
  }
}

// Those that name something that a rule is about, themselves or in a module that they import.
std::vector<std::string> worth_walking(const Request& request,
                                       const std::deque<ScriptRule>& rules) {
  const auto paths = request.scripts;
  const auto imported = request.workspace.imported(paths);
  std::set<std::string, std::less<>> wanted;
  for (const ScriptRule& rule : rules) rule.matcher.add_needed(wanted);
  std::map<std::string, Words> words;  // of each file, those that are wanted
  for (std::size_t i = 0; i < paths.size(); ++i) {
    words.try_emplace(paths[i]);
    for (const std::string& path : imported[i]) words.try_emplace(path);
  }
  std::vector<std::pair<const syntax::Document*, Words*>> files;
  for (auto& [path, own] : words) {
    if (const syntax::Document* document = request.workspace.document(path))
      files.emplace_back(document, &own);
  }
  const int jobs = request.workspace.settings().jobs;
  parallel_for(jobs, files.size(), [&](std::size_t i, std::size_t) {
    *files[i].second = Words(files[i].first->source().bytes(), wanted);
  });
  std::vector<char> worth(paths.size());
  parallel_for(jobs, paths.size(), [&](std::size_t i, std::size_t) {
    const auto is_worth = [&](const Words& all) {
      return std::any_of(rules.begin(), rules.end(),
                         [&](const ScriptRule& rule) { return rule.matcher.may_match(all); });
    };
    Words all = words.at(paths[i]);
    worth[i] = is_worth(all);
    if (worth[i] || imported[i].empty()) return;
    for (const std::string& path : imported[i]) all.add(words.at(path));
    worth[i] = is_worth(all);
  });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (worth[i]) out.push_back(paths[i]);
  }
  return out;
}

}  // namespace

void judge_scripts(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
                   FindingTable& table, OpenQuestions* open) {
  if (request.scripts.empty() && request.launch_scripts.empty()) return;
  std::deque<ScriptRule> rules;
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->documents == "script") rules.emplace_back(active, request.target);
  }
  if (rules.empty()) return;
  const std::vector<std::string> paths = worth_walking(request, rules);
  const auto scripts = request.workspace.scripts(paths);
  const NeededScripts needed(request, graph.get());
  std::vector<Judged> all;
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    if (!scripts[i]) continue;
    ScriptContext context = context_of(paths[i], *scripts[i], request, graph);
    context.is_needed = needed.has(paths[i]);
    all.push_back({*scripts[i], std::make_shared<const ScriptContext>(std::move(context))});
  }
  std::vector<Hits> hits(all.size());
  parallel_for(request.workspace.settings().jobs, all.size(),
               [&](std::size_t i, std::size_t) { hits[i] = find(all[i], rules); });
  Programs programs(request, rules);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].script.complete)
      emit_limit(
          all[i].script.document->source().id(),
          {"this script, with what it imports and beside the others, is too big or has too many "
           "paths to be walked to its end, so something in it may be missed",
           "该脚本连同它导入的模块和其他脚本一起过大，或执行路径过多，无法分析到结尾，因此可能有遗"
           "漏"},
          request, table);
    programs.add(all[i], std::move(hits[i]));
    if (open) note_undecided(all[i].script, *all[i].context, request, *open);
  }
  programs.emit_all(table);
  for (const auto* script : request.workspace.launch_scripts(request.launch_scripts)) {
    if (!script) continue;
    for (const auto& inside : script->python)
      judge_inside({*inside->script, std::make_shared<const ScriptContext>()}, rules,
                   request.target, table);
  }
}

}  // namespace mmlint::check
