#include "check/shell/rules.h"

#include <deque>

#include "check/launch_graph.h"

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

void judge_launch_scripts(const Request& request, const std::shared_ptr<const LaunchGraph>& graph,
                          FindingTable& table) {
  std::deque<LaunchRule> rules;
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->documents == "shell") rules.emplace_back(active, request.target);
  }
  if (rules.empty() || request.launch_scripts.empty()) return;
  const auto launch_scripts = request.workspace.launch_scripts(request.launch_scripts);
  for (std::size_t i = 0; i < launch_scripts.size(); ++i) {
    if (!launch_scripts[i]) continue;
    const LaunchView view{.path = request.launch_scripts[i],
                          .text = launch_scripts[i]->document.source().bytes(),
                          .summary = launch_scripts[i]->summary,
                          .graph = *graph,
                          .request = request};
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
