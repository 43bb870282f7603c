#include "check/shell/rules.h"

#include <deque>

#include "check/shell/launch_graph.h"

namespace mmlint::check {
namespace {

struct LaunchRule {
  LaunchRule(const catalog::Catalog::Active& active_rule, const catalog::Target& target)
      : active{active_rule.rule, active_rule.severity, nullptr},
        matcher(*active_rule.rule, target) {}
  ActiveRule active;
  LaunchMatcher matcher;
};

}  // namespace

void judge_launchers(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
                     FindingTable& table) {
  std::deque<LaunchRule> rules;
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->documents == "shell") rules.emplace_back(active, request.target);
  }
  if (rules.empty() || request.launchers.empty()) return;
  const auto launchers = request.workspace.launchers(request.launchers);
  for (std::size_t i = 0; i < launchers.size(); ++i) {
    if (!launchers[i]) continue;
    const LaunchView view{request.launchers[i], launchers[i]->document.source().bytes(),
                          launchers[i]->summary, *graph, request};
    for (const LaunchRule& rule : rules) {
      for (LaunchHit& hit : rule.matcher.find(view)) {
        Finding* finding = table.entry(rule.active, hit.at, false);
        if (finding->launch_hit()) continue;
        table.describe(*finding, hit);
        hit.graph = graph;
        finding->evidence = std::move(hit);
      }
    }
  }
}

}  // namespace mmlint::check
