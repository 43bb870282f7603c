#include <algorithm>

#include <fmt/format.h>

#include "catalog/on_target.h"
#include "check/script/matcher.h"
#include "fix/script/conditionals.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/script/script_of.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"
#include "launch/reachable.h"

namespace mmlint::fix {

using check::Finding;
using script::Alternative;
using script::Argument;
using script::Call;

namespace {

const Call* call_of(const Finding& finding, const script::Summary& script) {
  const auto found = std::find_if(script.calls.begin(), script.calls.end(), [&](const Call& call) {
    return call.span == finding.script_hit()->fact && call.symbol == finding.script_hit()->name;
  });
  return found == script.calls.end() ? nullptr : &*found;
}

// The expression of an argument.
std::optional<Span> written(const syntax::Call& call, Span argument) {
  for (const syntax::Argument& one : call.arguments) {
    if (one.begin == argument.begin) return Span{argument.file, one.value->begin, one.value->end};
  }
  return std::nullopt;
}

bool is_none(const Alternative& choice) {
  return choice.data() && choice.data()->kind == Value::Kind::kNone;
}

// The literal if the call has it, the whole argument if it can be but one thing, and otherwise
// where the literal stands.
Planned replace_tested(const catalog::Literal& value, const Finding& finding,
                       const Context& context, const Argument& argument, Span expression,
                       const std::string& text) {
  const check::ScriptHit& hit = *finding.script_hit();
  const bool literal = hit.value && hit.value->literal && hit.value->span == hit.at;
  if (literal && expression.contains(hit.at)) return write_in_place(text, finding, context);
  if (argument.value.size() == 1) return Plan{{{expression, text}}};
  return replace_written_value(value, "", finding, context);
}

// Takes the arguments at these places out of a call. Empty if a positional argument would move.
std::vector<TextEdit> without(const syntax::Document& document, const syntax::Call& call,
                              const std::vector<std::uint32_t>& places) {
  bool gone = false;
  for (const syntax::Argument& one : call.arguments) {
    const bool goes = std::find(places.begin(), places.end(), one.begin) != places.end();
    const bool stays = !goes && one.name.empty() && one.value->kind != syntax::ExprKind::kStarred;
    const bool spreads = !goes && one.value->kind == syntax::ExprKind::kStarred &&
                         syntax::as<syntax::Starred>(*one.value).stars == 1;
    if (gone && (stays || spreads)) return {};
    gone = gone || (goes && one.name.empty());
  }
  return remove_arguments(document, call, places);
}

// The edits by which a call goes without the tested argument and the one with it; empty if they
// have to stay, as None.
std::vector<TextEdit> without_both(const Finding& finding, const Context& context,
                                   const syntax::Call& call, const Argument& tested,
                                   const Argument* with) {
  const Span hit = finding.script_hit()->at;
  const syntax::Document& document = document_of(context, tested.span);
  const bool one = tested.value.size() == 1 ||
                   conditional_with(document, code_of(document, context).reads, hit, "None") ==
                       written(call, tested.span);
  if (!one || (with && with != &tested && with->value.size() != 1)) return {};
  std::vector<std::uint32_t> places = {tested.span.begin};
  if (with && with != &tested) places.push_back(with->span.begin);
  return without(document, call, places);
}

}  // namespace

Planned plan_replace_argument(const catalog::verb::ReplaceArgument& action, const Finding& finding,
                              const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.fact);
  const auto* script = script_of(finding, context.workspace);
  const Call* call = script ? call_of(finding, *script) : nullptr;
  const syntax::Expr* node = code_of(document, context).reads.at(hit.fact);
  if (!call || !node || node->kind != syntax::ExprKind::kCall) return refuse(Reason::kComputed);
  const auto tested = std::find_if(call->arguments.begin(), call->arguments.end(),
                                   [&](const Argument& one) { return one.span == hit.argument; });
  const auto expression = written(syntax::as<syntax::Call>(*node), hit.argument);
  if (tested == call->arguments.end() || !expression) return refuse(Reason::kNotWrittenOut);

  const catalog::Literal value = catalog::fill(action.value, *finding.target);
  const std::string text = to_python(value, style_near(document, *expression));
  const Argument* with = call->argument(action.with, action.with_position);
  if (!with && call->more) return refuse(Reason::kMayBeAmong, {action.with});
  if (value == catalog::Literal()) {
    if (auto edits = without_both(finding, context, syntax::as<syntax::Call>(*node), *tested, with);
        !edits.empty())
      return Plan{std::move(edits)};
  }
  Planned plan = replace_tested(action.value, finding, context, *tested, *expression, text);
  if (!plan || with == &*tested) return plan;
  const auto reached = [&](const Alternative& choice) {
    return launch::may_hold(choice.guard, *finding.target) && !is_none(choice);
  };
  if (!with || std::none_of(with->value.begin(), with->value.end(), reached)) return plan;
  const auto other = written(syntax::as<syntax::Call>(*node), with->span);
  if (!other || with->value.size() != 1) return refuse(Reason::kHasToBecome, {action.with, text});
  plan->edits.push_back({*other, text});
  return plan;
}

}  // namespace mmlint::fix
