#include "check/script_rules.h"

#include <deque>

#include "check/script_matcher.h"

namespace mmlint::check {
namespace {

struct ScriptRule {
  ScriptRule(const catalog::Catalog::Active& active_rule, const catalog::Target& target)
      : active{active_rule.rule, active_rule.severity, nullptr},
        matcher(*active_rule.rule, target) {}
  ActiveRule active;
  ScriptMatcher matcher;
};

// What an exception handler takes care of, and what only looks around, is worth knowing at most.
bool is_lowered(const catalog::Rule& rule, const ScriptHit& hit, bool probe) {
  return (rule.lowered_in_try && hit.moment.handled) || (rule.lowered_in_probe && probe);
}

}  // namespace

void judge_scripts(const Request& request, Causes& causes) {
  std::deque<ScriptRule> rules;
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->documents == "script") rules.emplace_back(active, request.target);
  }
  if (rules.empty() || request.scripts.empty()) return;
  for (const auto* script : request.workspace.scripts(request.scripts)) {
    if (!script) continue;
    const bool probe = !trains(*script);
    for (const ScriptRule& rule : rules) {
      for (ScriptHit& hit : rule.matcher.find(*script)) {
        Finding* finding = causes.at(rule.active, hit.at, false);
        if (finding->hit) continue;
        causes.describe(*finding, hit);
        if (is_lowered(*rule.active.rule, hit, probe)) {
          finding->diagnostic.severity = Severity::kInfo;
          finding->on.front().severity = Severity::kInfo;
        }
        finding->hit = std::move(hit);
      }
    }
  }
}

}  // namespace mmlint::check
