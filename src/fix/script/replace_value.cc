#include <fmt/format.h>

#include "check/script/matcher.h"
#include "fix/script/other_use.h"
#include "fix/script/planners.h"
#include "fix/script/script_of.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"
#include "syntax/walk.h"

namespace mmlint::fix {

using check::Finding;

namespace {

// An index behind a device: the 0 of 'cuda:0', and all of an f-string behind its beginning.
std::string kept(std::string_view text, const std::string& from) {
  const std::size_t at = from.empty() ? text.npos : text.find(from);
  return at == text.npos ? "" : std::string(text.substr(at));
}

// The refusal if something else uses the value at the hit as well.
std::optional<Refusal> other_use_refusal(const Finding& finding, const Context& context) {
  const auto* script = script_of(finding, context.workspace);
  if (!script || script->document->source().id() != finding.script_hit()->at.file)
    return std::nullopt;
  const auto other = other_use(*finding.script_hit(), *script, context.parser);
  if (!other) return std::nullopt;
  const Source& source = source_of(context, *other);
  return Refusal{fmt::format("it goes elsewhere as well, in line {}",
                             source.lines().position(other->begin).line)};
}

}  // namespace

Planned replace_written_value(const catalog::Literal& value, const std::string& keep_from,
                              const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  if (!hit.value || !hit.value->literal || hit.value->span != hit.at)
    return refuse("it is computed");
  if (auto refusal = other_use_refusal(finding, context)) return refuse(std::move(refusal->reason));
  catalog::Literal to = catalog::fill(value, *finding.target);
  if (to.string()) to.value = *to.string() + kept(hit.value->text, keep_from);
  const syntax::Document& document = document_of(context, hit.at);
  return Plan{{{hit.at, to_python(to, style_near(document, hit.at))}}};
}

Planned plan_replace_script_value(const catalog::verb::ReplaceValue& action, const Finding& finding,
                                  const Context& context) {
  return replace_written_value(action.value, action.keep_from, finding, context);
}

Planned plan_add_script_key(const catalog::verb::AddKey& action, const Finding& finding,
                            const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  if (hit.value) return replace_written_value(action.value, "", finding, context);
  const bool display = hit.whole && hit.whole->kind == Value::Kind::kDict && hit.whole->literal &&
                       hit.whole->span == hit.at;
  if (!display) return refuse("no dict is written here that could get the key");
  const syntax::Document& document = document_of(context, hit.at);
  const syntax::Expr* dict = syntax::find_expr(document, context.parser, hit.at.begin, hit.at.end);
  if (!dict) return refuse("it is computed");
  return Plan{
      add_entries(document, *dict, {{action.key, catalog::fill(action.value, *finding.target)}})};
}

}  // namespace mmlint::fix
