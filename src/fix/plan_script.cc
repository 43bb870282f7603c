#include "check/script_matcher.h"
#include "fix/edit_text.h"
#include "fix/plan.h"
#include "fix/python_text.h"
#include "fix/set_key.h"
#include "fix/verify.h"
#include "syntax/walk.h"

// Fixes of training scripts: they act on the text where the finding stands.
namespace mmlint::fix {

using catalog::FixAction;
using check::Finding;

namespace {

// An index behind a device: the 0 of 'cuda:0', and all of an f-string behind its beginning.
std::string kept(std::string_view text, const std::string& from) {
  const std::size_t at = from.empty() ? text.npos : text.find(from);
  return at == text.npos ? "" : std::string(text.substr(at));
}

Plan replace_value(const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.hit;
  if (!hit.value || !hit.value->literal || hit.value->span != hit.at)
    return refuse("it is computed");
  const FixAction& action = finding.fix->action;
  catalog::Literal to = catalog::fill(action.value, *finding.target);
  if (to.string()) to.value = *to.string() + kept(hit.value->text, action.keep_from);
  const syntax::Document& document = document_of(context, hit.at);
  return {{{hit.at, to_python(to, style_near(document, hit.at))}}, ""};
}

// The tested entry is replaced; a dict display that has none gets it.
Plan add_key(const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.hit;
  if (hit.value) return replace_value(finding, context);
  const bool display = hit.whole && hit.whole->kind == resolve::Kind::kDict && hit.whole->literal &&
                       hit.whole->span == hit.at;
  if (!display) return refuse("no dict is written here that could get the key");
  const FixAction& action = finding.fix->action;
  const syntax::Document& document = document_of(context, hit.at);
  const syntax::Expr* dict = syntax::find_expr(document, context.parser, hit.at.begin, hit.at.end);
  if (!dict) return refuse("it is computed");
  return {
      add_entries(document, *dict, {{action.key, catalog::fill(action.value, *finding.target)}}),
      ""};
}

std::size_t hits_of(const Finding& finding, resolve::Workspace& workspace) {
  const std::string& path = workspace.sources().get(finding.diagnostic.primary.file).path();
  const auto* script = workspace.scripts(std::span(&path, 1)).front();
  if (!script) return static_cast<std::size_t>(-1);
  return check::ScriptMatcher(*finding.rule, *finding.target).find(*script).size();
}

}  // namespace

Plan plan_script(const Finding& finding, const Context& context) {
  switch (finding.fix->action.verb) {
    case FixAction::Verb::kShow:
      return refuse("it is only shown");
    case FixAction::Verb::kReplaceValue:
      return replace_value(finding, context);
    case FixAction::Verb::kAddKey:
      return add_key(finding, context);
    default:
      return refuse("the rule's fix is for configs");
  }
}

std::string script_fault(const Finding& finding, const Plan& plan, const Context& context) {
  const auto trial = Trial::make(context.workspace, plan.edits, plan.files);
  if (!trial) return trial.error().message;
  const std::size_t before = hits_of(finding, context.workspace);
  const std::size_t after = hits_of(finding, (*trial)->workspace());
  if (after == static_cast<std::size_t>(-1)) return "the script would not be valid Python";
  return after < before ? "" : "the edit would not repair it";
}

}  // namespace mmlint::fix
