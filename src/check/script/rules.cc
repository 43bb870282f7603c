#include "check/script/rules.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "check/script/matcher.h"
#include "shell/shell_script.h"

namespace mmlint::check {

using script::Summary;

namespace {

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

  // What the rule's levels say of a hit; else the rule's own.
  Severity level_of(const ScriptHit& hit, const Summary& script,
                    const ScriptContext& context) const {
    const bool is_own = active.severity == active.rule->severity;  // the target has no other
    for (const auto& [severity, at] : levels_) {
      const std::vector<ScriptHit> hits = at->find(script, context);
      const bool here = std::any_of(hits.begin(), hits.end(),
                                    [&](const ScriptHit& each) { return each.fact == hit.fact; });
      if (here && is_own) return severity;
    }
    return active.severity;
  }

  // The second place of a hit; unknown if it has none.
  Span other(const ScriptHit& hit, const Summary& script, const ScriptContext& context) const {
    if (!related_) return hit.other;
    for (const ScriptHit& each : related_->find(script, context)) {
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

// What an exception handler takes care of, and what only looks around, is worth knowing at most.
bool is_lowered(const catalog::Rule& rule, const ScriptHit& hit, bool probe) {
  return (rule.lowered_in_try && hit.point.handled) || (rule.lowered_in_probe && probe);
}

struct Judged {
  const Summary& script;
  std::shared_ptr<const ScriptContext> context;
};

Severity severity_of(const ScriptRule& rule, const ScriptHit& hit, const Judged& judged,
                     bool probe) {
  if (is_lowered(*rule.active.rule, hit, probe)) return Severity::kInfo;
  return rule.level_of(hit, judged.script, *judged.context);
}

void emit(const ScriptRule& rule, ScriptHit hit, const Judged& judged, Severity severity,
          Finding& finding, FindingTable& table) {
  table.describe(finding, hit);
  finding.diagnostic.severity = severity;
  finding.on.front().severity = severity;
  hit.other = rule.other(hit, judged.script, *judged.context);
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

void judge(const Judged& judged, Hits hits, const std::deque<ScriptRule>& rules,
           FindingTable& table) {
  const bool probe = !trains(judged.script);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const ScriptRule& rule = rules[i];
    for (ScriptHit& hit : hits[i]) {
      Finding* finding = table.entry(rule.active, hit.at, false);
      if (finding->script_hit()) continue;
      const Severity severity = severity_of(rule, hit, judged, probe);
      emit(rule, std::move(hit), judged, severity, *finding, table);
    }
  }
}

// Python in a launch script: only errors are emitted, and nothing edits it.
void judge_inside(const Judged& judged, const std::deque<ScriptRule>& rules, FindingTable& table) {
  const bool probe = !trains(judged.script);
  for (const ScriptRule& rule : rules) {
    for (ScriptHit& hit : rule.matcher.find(judged.script, *judged.context)) {
      if (severity_of(rule, hit, judged, probe) != Severity::kError) continue;
      Finding* finding = table.entry(rule.active, hit.at, false);
      if (finding->script_hit()) continue;
      emit(rule, std::move(hit), judged, Severity::kError, *finding, table);
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
    Finding& finding = *table.entry(rule, at, false);
    table.describe(finding, problem);
    finding.diagnostic.severity = finding.on.front().severity = Severity::kInfo;
  }
}

// Those that name something that a rule is about.
std::vector<std::string> worth_walking(const Request& request,
                                       const std::deque<ScriptRule>& rules) {
  const auto paths = request.scripts;
  std::vector<const syntax::Document*> documents;
  for (const std::string& path : paths) documents.push_back(request.workspace.document(path));
  std::vector<char> worth(paths.size());
  parallel_for(request.workspace.settings().jobs, paths.size(), [&](std::size_t i, std::size_t) {
    if (!documents[i]) return;
    const Words words(documents[i]->source().bytes());
    worth[i] = std::any_of(rules.begin(), rules.end(),
                           [&](const ScriptRule& rule) { return rule.matcher.may_match(words); });
  });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (worth[i]) out.push_back(paths[i]);
  }
  return out;
}

}  // namespace

void judge_scripts(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
                   FindingTable& table) {
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
  parallel_for(request.workspace.settings().jobs, all.size(),
               [&](std::size_t i, std::size_t) { hits[i] = find(all[i], rules); });
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].script.complete) emit_limit(all[i].script, request, table);
    judge(all[i], std::move(hits[i]), rules, table);
  }
  for (const auto* script : request.workspace.launch_scripts(request.launch_scripts)) {
    if (!script) continue;
    for (const auto& inside : script->python)
      judge_inside({*inside->script, std::make_shared<const ScriptContext>()}, rules, table);
  }
}

}  // namespace mmlint::check
