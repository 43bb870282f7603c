#include "check/findings/limits.h"

namespace mmlint::check {

void emit_limit(FileId file, const LocalizedText& limit, const Request& request,
                FindingTable& table) {
  const Span at{file, 0, 0};
  const Problem problem{
      ProblemKind::kLimitReached, at, {{"limit", limit.in(request.language)}}, {}};
  for (const catalog::Catalog::Active& active : request.rules) {
    if (active.rule->match.name != rule_name(problem.kind)) continue;
    const ActiveRule rule{active.rule, active.severity, nullptr};
    Finding& finding = *table.entry(rule, at, true);
    table.describe(finding, problem);
    finding.diagnostic.severity = finding.on.front().severity = Severity::kInfo;
  }
}

}  // namespace mmlint::check
