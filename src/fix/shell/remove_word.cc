#include "fix/shell/planners.h"
#include "fix/shell/word_edits.h"

namespace mmlint::fix {

Planned plan_remove_word(const catalog::verb::RemoveWord&, const check::Finding& finding,
                         const Context& context) {
  const Span at = finding.diagnostic.primary;
  const Source& source = source_of(context, at);
  const std::string_view text = source.text(at);
  const std::string& name = finding.launch_hit()->name;
  if (!name.empty() && text.starts_with(name + "=")) return Plan{{remove_setting(source, at)}};
  if (!text.starts_with("--")) return refuse(Reason::kFromVariables);
  return Plan{{remove_word(source, at)}};
}

}  // namespace mmlint::fix
