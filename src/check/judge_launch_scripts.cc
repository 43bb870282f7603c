#include "check/judge_launch_scripts.h"

#include <deque>
#include <optional>

#include "base/text.h"
#include "check/findings/limits.h"
#include "launch/program_store.h"
#include "shell_syntax/shell_document.h"

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

void judge_launch_scripts(const Request& request, launch::ProgramStore& programs,
                          FindingTable& table) {
  std::deque<LaunchRule> rules;
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->documents == "shell") rules.emplace_back(active, request.target);
  }
  if (rules.empty() || request.launch_scripts.empty()) return;
  const auto launchers = request.workspace.launch_scripts(request.launch_scripts);
  for (std::size_t i = 0; i < launchers.size(); ++i) {
    const std::string& path = request.launch_scripts[i];
    const shell::Summary* summary = programs.graph().summary_of(path);
    std::optional<shell::Summary> before_error;
    if (!launchers[i]) {
      const syntax::Document* document = request.workspace.document(path);
      if (!document || first_invalid_utf8(document->source().bytes())) continue;
      summary =
          &before_error.emplace(shell::summarize(shell_syntax::ShellDocument(document->source())));
    } else if (!summary) {
      summary = &launchers[i]->summary;
    }
    if (!summary->is_whole())
      emit_limit(request.workspace.document(path)->source().id(),
                 {"this script is too big, or computes too much, to be followed to its end, so "
                  "something in it may be missed",
                  "该脚本过大或计算过多，无法一直跟踪到结尾，因此可能有遗漏"},
                 request, table);
    const LaunchView view{.path = path,
                          .text = request.workspace.document(path)->source().bytes(),
                          .summary = *summary,
                          .graph = programs.graph(),
                          .programs = programs,
                          .request = request,
                          .refused = before_error.has_value()};
    for (const LaunchRule& rule : rules) {
      for (LaunchHit& hit : rule.matcher.find(view)) {
        Finding* finding = table.entry(rule.active, hit.at, true);
        if (!finding || finding->launch_hit()) continue;
        table.describe(*finding, hit);
        hit.graph = programs.share(programs.graph());
        finding->evidence = std::move(hit);
      }
    }
  }
}

}  // namespace mmlint::check
