#include "fix/shell/planners.h"

namespace mmlint::fix {

Planned plan_read_pipestatus(const catalog::verb::ReadPipestatus&, const check::Finding& finding,
                             const Context& context) {
  const Span at = finding.diagnostic.primary;
  const Source& source = source_of(context, at);
  if (source.text(at) != "$?") return refuse(Reason::kNotDollarQuestion);
  const std::string_view first = source.bytes().substr(0, source.bytes().find('\n'));
  if (first.starts_with("#!") && first.find("bash") == first.npos) return refuse(Reason::kNotBash);
  return Plan{{{at, finding.launch_hit()->replacement}}};
}

}  // namespace mmlint::fix
