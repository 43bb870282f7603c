
#include "fix/config/planners.h"
#include "fix/config/set_key.h"
#include "fix/text/statement_edits.h"

namespace mmlint::fix {

using check::Reach;

Planned plan_move_value(const catalog::verb::MoveValue& action, const check::Finding& finding,
                        const Context& context) {
  const std::string& to = action.key;
  const Reach& first = finding.reaches().front();
  const config::Resolved& config = *first.view.config;
  const Value& value = *first.hits.front().found.value;
  const std::string_view top = key_parts(finding.diagnostic.key).front();
  const Entry* entry = config.root->dict().find(top);
  const Origin* origin = config::definer(entry->origin);
  if (!origin || !origin->key().known() || origin->earlier() || !value.literal)
    return refuse(Reason::kComputedHere);
  const std::string& path = path_of(context, origin->key());
  if (!context.editable(path)) return refuse({Reason::kSetIn, {path}, {Reason::kPassItAsWell}});
  const config::Resolved* setter = context.workspace.resolve(path);
  if (!setter || !setter->ok()) return refuse(Reason::kSetterDoesNotLoad);

  const syntax::Document& document = document_of(context, origin->key());
  const bool only = entry->value->dict().size() == 1;
  const Span at = only ? origin->key() : first.hits.front().found.entry->origin->key();
  std::vector<TextEdit> edits = remove_keys(document, {at.begin});
  if (edits.empty()) return refuse(Reason::kNotItsOwnLine);
  // Whoever has the key already, has it from a place that is read.
  const bool everywhere = std::ranges::all_of(finding.reaches(), [&](const Reach& reach) {
    return value_at(*reach.view.config->root, to).value;
  });
  if (!everywhere) {
    const catalog::Literal moved{std::string(value.text())};
    const auto added = set_key(*setter, to, moved, context);
    edits.insert(edits.end(), added.begin(), added.end());
  }
  return plan_of(std::move(edits));
}

}  // namespace mmlint::fix
