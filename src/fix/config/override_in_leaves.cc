#include "fix/config/override_in_leaves.h"

#include "fix/config/override_keys.h"

namespace mmlint::fix {

using catalog::Literal;
using check::Finding;
using check::Hit;
using check::Reach;

Planned override_in_leaves(
    const Finding& finding, const Context& context,
    const std::function<std::optional<std::pair<std::string, Literal>>(const Hit&)>& key_of) {
  if (context.where == Where::kOrigin) return refuse(Reason::kSetterClosed);
  std::vector<TextEdit> edits;
  for (const Reach& reach : finding.reaches()) {
    const config::Resolved& config = *reach.view.config;
    if (!may_edit(context, config)) continue;
    if (!reach.view.runnable && context.index.is_inherited(config)) continue;
    KeyValues values;
    for (const Hit& hit : reach.hits) {
      auto key = key_of(hit);
      if (!key) return refuse(Reason::kNoValueForThis);
      values.push_back(std::move(*key));
    }
    const Planned own = override_keys(config, values, context);
    if (!own) return own;
    edits.insert(edits.end(), own->edits.begin(), own->edits.end());
  }
  if (edits.empty()) return refuse_as_not_passed(finding, context);
  return plan_of(std::move(edits));
}

tl::unexpected<Refusal> refuse_as_not_passed(const Finding& finding, const Context& context) {
  return refuse({Reason::kSetInNotPassed,
                 {path_of(context, finding.diagnostic.primary)},
                 {Reason::kPassItAsWell}});
}

}  // namespace mmlint::fix
