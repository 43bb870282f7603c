#include "fix/shell/planners.h"

namespace mmlint::fix {

Planned plan_replace_word(const catalog::verb::ReplaceWord&, const check::Finding& finding,
                          const Context&) {
  const check::LaunchHit& hit = *finding.launch_hit();
  if (hit.replacement.empty()) return refuse(Reason::kMeantNotKnown);
  return Plan{
      {{hit.replaced.known() ? hit.replaced : finding.diagnostic.primary, hit.replacement}}};
}

}  // namespace mmlint::fix
