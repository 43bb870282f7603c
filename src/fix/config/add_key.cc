#include "fix/config/override_keys.h"
#include "fix/config/planners.h"
#include "fix/config/set_key.h"
#include "fix/text/entry_edits.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using catalog::Literal;
using check::Finding;
using check::Hit;
using check::Reach;

Planned plan_add_key(const catalog::verb::AddKey& action, const Finding& finding,
                     const Context& context) {
  const Literal value = catalog::fill(action.value, *finding.target);
  std::vector<TextEdit> edits;
  for (const Reach& reach : finding.reaches()) {
    for (const Hit& hit : reach.hits) {
      const Origin* origin = hit.found.entry ? config::definer(hit.found.entry->origin) : nullptr;
      if (!origin || !origin->value().known()) return refuse(Reason::kDictComputed);
      if (!may_edit(context, origin->value())) {
        return override_in_leaves(finding, context, [&](const Hit& h) {
          return std::optional(std::make_pair(h.key + "." + action.key, value));
        });
      }
      const Value* dict = origin->set() && origin->set()->literal ? origin->set() : hit.found.value;
      if (!dict->literal) return refuse(Reason::kDictComputed);
      const syntax::Document& document = document_of(context, dict->span);
      const syntax::Expr* expr = syntax::find_expr(document, dict->span.begin, dict->span.end);
      if (!expr) return refuse(Reason::kDictComputed);
      const auto own = add_entries(document, *expr, {{action.key, value}});
      edits.insert(edits.end(), own.begin(), own.end());
    }
  }
  return plan_of(std::move(edits));
}

Planned plan_ensure_key(const catalog::verb::EnsureKey& action, const Finding& finding,
                        const Context& context) {
  const Literal value = catalog::fill(action.value, *finding.target);
  const Literal block = catalog::fill(action.block, *finding.target);
  const std::string top = action.key.substr(0, action.key.find('.'));
  std::vector<TextEdit> edits;
  for (const Reach& reach : finding.reaches()) {
    const config::Resolved& config = *reach.view.config;
    const Entry* entry = config.root->dict().find(top);
    const Origin* origin = config::nearest_definer(config, action.key);
    if (origin && may_edit(context, origin->value())) {
      const auto own = own_dict(config, origin->value().file, action.key, context);
      if (!own) return refuse(Reason::kDictComputed);
      Literal inner = value;
      for (std::size_t i = own->rest.size(); i-- > 1;) {
        inner = Literal{Literal::Dict{{std::string(own->rest[i]), inner}}};
      }
      const auto added = add_entries(document_of(context, origin->value()), *own->expr,
                                     {{std::string(own->rest.front()), inner}});
      edits.insert(edits.end(), added.begin(), added.end());
      continue;
    }
    // A block is large, so it is left to the finding of the base. A base may have no finding that
    // is fixed, if only configs that inherit it are started: a single key is written in each
    // config.
    const bool base_gets_it = !block.is_null() && base_lacks(config, action.key, context);
    if (!may_edit(context, config) || base_gets_it) continue;
    const auto own = entry || block.is_null() ? set_key(config, action.key, value, context)
                                              : set_key(config, top, block, context);
    edits.insert(edits.end(), own.begin(), own.end());
  }
  if (edits.empty()) return refuse(Reason::kNoFileHolds);
  return plan_of(std::move(edits));
}

}  // namespace mmlint::fix
