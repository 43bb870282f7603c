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
#include "check/script/built_classes.h"
#include "check/script/defaults.h"
#include "check/script/matcher.h"
#include "check/script/severity.h"
#include "check/script/undecided.h"
#include "script/state.h"
#include "shell/shell_script.h"

namespace mmlint::check {

using script::Summary;

namespace {

// Whether a match asks for a fact of the script as a whole, which is told of all its starts.
bool asks_of_whole(const catalog::Match& match) {
  return match.kind == catalog::Match::Kind::kScript ||
         std::any_of(match.children.begin(), match.children.end(), asks_of_whole);
}

// Whether a match asks on which side of a branch something stands, of which a start has only one.
bool asks_of_branch(const catalog::Match& match) {
  return !match.does.place.under.empty() ||
         std::any_of(match.children.begin(), match.children.end(), asks_of_branch);
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
  bool is_start = false;  // only what one known start of the project does
};

void emit(const ScriptRule& rule, ScriptHit hit, const Judged& judged,
          const ScriptRule::Beside& beside, Severity severity, Finding& finding,
          FindingTable& table) {
  table.describe(finding, hit);
  finding.diagnostic.severity = severity;
  finding.on.front().severity = severity;
  hit.other = rule.other(hit, beside);
  hit.context = judged.context;
  if (hit.other.known()) table.relate(finding, hit.other);
  finding.evidence = std::move(hit);
}

// Of each rule, in their order.
using Hits = std::vector<std::vector<ScriptHit>>;

Hits find(const Judged& judged, const std::deque<ScriptRule>& rules) {
  Hits out;
  for (const ScriptRule& rule : rules) {
    const catalog::Match& match = rule.active.rule->match;
    const bool is_asked = !judged.is_start || !(asks_of_whole(match) || asks_of_branch(match));
    out.push_back(is_asked ? rule.matcher.find(judged.script, *judged.context)
                           : std::vector<ScriptHit>());
  }
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
    for (const auto& [key, value] : judged.context->cfg_options) built_.add_option(key);
    for (std::size_t i = 0; i < hits.size(); ++i) {
      for (ScriptHit& hit : hits[i]) {
        for (const script::Condition& each : judged.script.start.conditions())
          hit.point.guard.forget(each.question);
        all_.push_back({i, program, Severity::kInfo, std::move(hit)});
      }
    }
  }

  void emit_all(FindingTable& table) {
    for (const Judged& judged : programs_)
      covered_.insert(judged.script.covered.begin(), judged.script.covered.end());
    std::map<std::pair<std::size_t, Span>, Found*> worst;  // by rule and place
    std::set<std::pair<std::size_t, Span>> told;  // the facts of the rules that are serious
    for (Found& found : all_) {
      if (!found.hit.point.reached && is_covered(found.hit.fact)) continue;
      // What options and files are in a start may be wrong where nothing is known of others.
      const std::pair<std::size_t, Span> fact{found.rule, found.hit.fact};
      const bool is_start = programs_[found.program].is_start;
      if (is_start && told.contains(fact)) continue;
      found.severity = severity(found);
      if (is_start && found.severity == Severity::kInfo) continue;
      if (!is_start && found.severity != Severity::kInfo) told.insert(fact);
      Found*& known = worst[{found.rule, found.hit.at}];
      if (!known || known->severity < found.severity) known = &found;
    }
    for (auto& [place, found] : worst) {
      const ScriptRule& rule = rules_[found->rule];
      Finding& finding = *table.entry(rule.active, found->hit.at, true);
      if (finding.script_hit()) continue;  // of a rule that speaks once
      emit(rule, std::move(found->hit), programs_[found->program], beside(*found), found->severity,
           finding, table);
    }
  }

 private:
  struct Found {
    std::size_t rule, program;
    Severity severity;
    ScriptHit hit;
  };

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

  Severity severity(const Found& found) {
    const Judged& judged = programs_[found.program];
    const ScriptContext& context = *judged.context;
    const bool is_built = this->is_built(found);
    const auto of = [&](const ScriptHit& hit) {
      const Severity harm = rules_[found.rule].harm_of(hit, beside(found));
      return severity_of(harm, hit, judged.script, context, request_.target, is_built);
    };
    const bool by_starts = found.hit.option.empty() && found.hit.point.reached &&
                           !context.runs.empty() && !judged.is_start &&
                           !asks_of_whole(rules_[found.rule].active.rule->match);
    if (!by_starts) return of(found.hit);
    // Each start of the project is known: what none of them gets to is no fault, and what such a
    // run need not answer is not open.
    Severity worst = Severity::kInfo;
    for (const auto& run : context.runs) {
      const auto& places = places_in(found, *run);
      const auto place = places.find(found.hit.fact);
      if (place == places.end()) continue;
      ScriptHit started = found.hit;
      started.point.guard = common(started.point.guard, place->second.guard);
      started.point.open = started.point.open && place->second.open;
      worst = std::max(worst, of(started));
    }
    return worst;
  }

  // Where a rule finds each fact in what a script does in one start of the project, or as configs
  // have it built.
  const std::map<Span, script::ProgramPoint>& places_in(const Found& found, const Summary& run) {
    const auto [known, is_new] = in_runs_.try_emplace({found.rule, &run});
    if (!is_new) return known->second;
    const ScriptContext& context = *programs_[found.program].context;
    for (const ScriptHit& hit : rules_[found.rule].matcher.find(run, context)) {
      if (!hit.point.reached && !built_.has(hit.point.built_as)) continue;
      const auto [place, is_first] = known->second.try_emplace(hit.fact, hit.point);
      if (!is_first) place->second = meet(place->second, hit.point);
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
        !places_in(found, *run).contains(found.hit.fact))
      return false;
    const syntax::Stmt* stmt = built_.stmt_at(definition);
    return !stmt || uses_default(*stmt, found.hit.at, [this](const auto& take) {
      for (const Judged& judged : programs_) {
        for (const script::Call& call : judged.script.calls) take(call);
      }
    });
  }

  const Request& request_;
  const std::deque<ScriptRule>& rules_;
  std::vector<Judged> programs_;
  std::deque<Found> all_;
  std::set<Span> covered_;
  std::map<std::pair<std::size_t, std::size_t>, ScriptRule::Beside> beside_;  // by rule and program
  // By rule, and by a start of the project or what configs have built.
  std::map<std::pair<std::size_t, const Summary*>, std::map<Span, script::ProgramPoint>> in_runs_;
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
      const Severity harm = rule.harm_of(hit, beside);
      if (severity_of(harm, hit, judged.script, *judged.context, target, false) != Severity::kError)
        continue;
      Finding* finding = table.entry(rule.active, hit.at, true);
      if (finding->script_hit()) continue;
      emit(rule, std::move(hit), judged, beside, Severity::kError, *finding, table);
      finding->fix = nullptr;
    }
  }
}

// A script whose paths are too many to walk is judged as far as mmlint came.
void emit_limit(const Summary& script, const Request& request, FindingTable& table) {
  const Span at{script.document->source().id(), 0, 0};
  const Problem problem{ProblemKind::kLimitReached,
                        at,
                        {{"limit",
                          "this script is too big, or has too many paths, to be walked to "
                          "its end, so something in it may be missed"}},
                        {}};
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->match.name != rule_name(problem.kind)) continue;
    const ActiveRule rule{active.rule, active.severity, nullptr};
    Finding& finding = *table.entry(rule, at, true);
    table.describe(finding, problem);
    finding.diagnostic.severity = finding.on.front().severity = Severity::kInfo;
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
    Words all = words.at(paths[i]);
    for (const std::string& path : imported[i]) all.add(words.at(path));
    worth[i] = std::any_of(rules.begin(), rules.end(),
                           [&](const ScriptRule& rule) { return rule.matcher.may_match(all); });
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
  std::deque<ScriptRule> rules;
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->documents == "script") rules.emplace_back(active, request.target);
  }
  if (rules.empty()) return;
  const std::vector<std::string> paths = worth_walking(request, rules);
  const auto scripts = request.workspace.scripts(paths);
  std::vector<Judged> all;
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    if (!scripts[i]) continue;
    all.push_back({*scripts[i], std::make_shared<const ScriptContext>(
                                    context_of(paths[i], *scripts[i], request, graph))});
  }
  std::vector<Hits> hits(all.size());
  std::vector<std::vector<Hits>> starts(all.size());  // of each known start
  parallel_for(request.workspace.settings().jobs, all.size(), [&](std::size_t i, std::size_t) {
    hits[i] = find(all[i], rules);
    for (const auto& run : all[i].context->runs)
      starts[i].push_back(find({*run, all[i].context, true}, rules));
  });
  Programs programs(request, rules);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].script.complete) emit_limit(all[i].script, request, table);
    programs.add(all[i], std::move(hits[i]));
    for (std::size_t run = 0; run < starts[i].size(); ++run)
      programs.add({*all[i].context->runs[run], all[i].context, true}, std::move(starts[i][run]));
    if (open && is_group_undecided(all[i].script, *all[i].context))
      open->group_open(all[i].script.document->source().path());
    if (open && is_backend_unknown(all[i].script))
      open->unknown("init_process_group(backend=...)", all[i].script.document->source().path());
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
