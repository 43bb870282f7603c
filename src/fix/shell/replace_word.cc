#include "fix/shell/planners.h"

namespace mmlint::fix {

Planned plan_replace_word(const catalog::verb::ReplaceWord&, const check::Finding& finding,
                          const Context&) {
  const std::string& replacement = finding.launch_hit()->replacement;
  if (replacement.empty()) return refuse(Reason::kNoValueForThis);
  return Plan{{{finding.diagnostic.primary, replacement}}};
}

}  // namespace mmlint::fix
