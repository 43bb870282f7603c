#include "fix/config/override_keys.h"
#include "fix/config/planners.h"
#include "fix/text/python_text.h"

namespace mmlint::fix {

using catalog::Literal;
using catalog::verb::ReplaceValue;
using check::Finding;
using check::Hit;

namespace {

// What the rule wants instead of a value; nullopt if it does not say.
std::optional<Literal> wanted(const ReplaceValue& action, const Finding& finding,
                              const Value& value) {
  if (action.nearest) {
    const std::string& meant = finding.reaches().front().hits.front().nearest;
    const bool is_same = std::ranges::all_of(finding.reaches(), [&](const check::Reach& reach) {
      return reach.hits.front().nearest == meant;
    });
    return meant.empty() || !is_same ? std::nullopt : std::optional(Literal{meant});
  }
  if (action.values.empty()) {
    Literal to = catalog::fill(action.value, *finding.target);
    const std::size_t kept =
        action.keep_from.empty() ? value.text().npos : value.text().find(action.keep_from);
    if (to.string() && kept != value.text().npos)
      to.value = *to.string() + std::string(value.text().substr(kept));
    return to;
  }
  const std::string_view text = value.text().substr(value.text().rfind('.') + 1);
  for (const auto& [from, to] : action.values) {
    if (from == value.text() || from == text) return catalog::fill(to, *finding.target);
  }
  return std::nullopt;
}

// A value that an environment variable may set: it goes on doing so, only its default changes.
// Nullopt if the default is not all of the value.
std::optional<TextEdit> edit_of_default(const syntax::Document& document, Span at,
                                        std::string_view value, const Literal& to) {
  const auto* wanted = std::get_if<std::string>(&to.value);
  const std::string_view text = document.source().text(at);
  const std::size_t open = text.find("{{"), close = text.find("}}"), colon = text.find(':', open);
  const bool alone = close != text.npos && text.find_first_not_of("'\"") == open &&
                     text.find_last_not_of("'\"") == close + 1;
  const std::size_t begin = colon > close ? text.npos : text.find(value, colon);
  if (!wanted || !alone || begin > close || value.empty()) return std::nullopt;
  if (wanted->find_first_of("'\"\\{}: ") != wanted->npos) return std::nullopt;
  const auto from = at.begin + static_cast<std::uint32_t>(begin);
  return TextEdit{{at.file, from, from + static_cast<std::uint32_t>(value.size())}, *wanted};
}

bool may_come_from_environment(std::string_view text) {
  const std::size_t open = text.find("{{");
  return open != text.npos && text.find('$', open) != text.npos;
}

}  // namespace

bool has_replacement(const ReplaceValue& action, const Finding& finding) {
  if (finding.reaches().empty()) return true;
  const Value* value = finding.reaches().front().hits.front().found.value;
  return value == nullptr || wanted(action, finding, *value);
}

Planned plan_replace_value(const ReplaceValue& action, const Finding& finding,
                           const Context& context) {
  const Hit& hit = finding.reaches().front().hits.front();
  const Value& value = *hit.found.value;
  const auto to = wanted(action, finding, value);
  if (!to) return refuse(Reason::kNoValueForThis);
  const Span at = finding.diagnostic.primary;
  const bool environment = may_come_from_environment(document_of(context, at).source().text(at));
  if (!may_edit(context, at)) {
    if (environment) return refuse(Reason::kVariableHidden);
    return override_in_leaves(
        finding, context, [&](const Hit& h) { return std::optional(std::make_pair(h.key, *to)); });
  }
  if (environment) {
    const auto edit = edit_of_default(document_of(context, at), at, value.text(), *to);
    return edit ? plan_of({*edit}) : refuse(Reason::kVariableSetsPart);
  }
  if (!value.literal && value.kind != Value::Kind::kReference)
    return refuse(Reason::kValueComputed);
  return plan_of({{at, to_python(*to, style_near(document_of(context, at), at))}});
}

}  // namespace mmlint::fix
