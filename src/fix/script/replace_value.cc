

#include "catalog/on_target.h"
#include "fix/script/conditionals.h"
#include "fix/script/other_use.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"
#include "launch/reachable.h"

namespace mmlint::fix {
using check::Finding;
using script::Alternative;
using script::Argument;
using script::Call;

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
  const auto other =
      other_use(*finding.script_hit(), *script, code_of(*script->document, context).reads());
  if (!other) return std::nullopt;
  const Source& source = source_of(context, *other);
  return Refusal{Reason::kElsewhereToo,
                 {std::to_string(source.lines().position(other->begin).line)}};
}

// NCCL is the backend of hosts with CUDA, and torch.cuda.is_available() tells where that is.
bool is_for_cuda(const Finding& finding) {
  const catalog::Literal* works = finding.target->fact("scripts.cuda_calls_work");
  return works && *works == catalog::Literal{false} &&
         finding.script_hit()->value->is_string("nccl");
}

// Whether no host with CUDA comes to the value, as the script asks for CUDA on the way to it.
bool is_written_without_cuda(const check::ScriptHit& hit) {
  return hit.point.guard.answer({Question::Kind::kDevice, "cuda"}) == false;
}

// The device for which a table has the value: {'cuda': 'nccl', 'cpu': 'gloo'}, dict(cpu='gloo').
// Empty if none has.
std::string_view device_of(Span value, const NameReads& reads, const catalog::Target& target) {
  const auto is_device = [&](std::string_view name) {
    return name == "cpu" || catalog::lists(target.fact("scripts.known_devices"), name);
  };
  for (const syntax::Expr* expr = reads.at(value); expr;) {
    const syntax::Expr* outer = reads.around(*expr).expr;
    if (outer && outer->kind == syntax::ExprKind::kDict) {
      for (const syntax::DictItem& item : syntax::as<syntax::Dict>(*outer).items) {
        const bool is_text =
            item.value == expr && item.key && item.key->kind == syntax::ExprKind::kString;
        if (is_text && is_device(syntax::as<syntax::String>(*item.key).value))
          return syntax::as<syntax::String>(*item.key).value;
      }
    } else if (outer && outer->kind == syntax::ExprKind::kCall) {
      for (const syntax::Argument& each : syntax::as<syntax::Call>(*outer).arguments) {
        if (each.value == expr && is_device(each.name)) return each.name;
      }
    }
    expr = outer;
  }
  return {};
}

// Whether a conditional expression can stand in the place of a value without parentheses.
bool takes_a_conditional(const NameReads& reads, Span value) {
  const syntax::Expr* expr = reads.at(value);
  if (!expr) return false;
  const Surroundings around = reads.around(*expr);
  if (!around.expr) return around.stmt && around.stmt->kind != syntax::StmtKind::kExpression;
  using syntax::ExprKind;
  const ExprKind outer = around.expr->kind;
  return outer == ExprKind::kCall || outer == ExprKind::kDict || outer == ExprKind::kList ||
         outer == ExprKind::kTuple;
}

const Call* call_of(const Finding& finding, const script::Summary& script) {
  const auto found = std::ranges::find_if(script.calls, [&](const Call& call) {
    const check::ScriptHit& hit = *finding.script_hit();
    return call.span == hit.fact && call.symbol == hit.name.str();
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

// Whether the value is one expression: several lists may be one display with items that vary.
bool is_one(const script::Alternatives& value) {
  return std::ranges::all_of(value, [&](const Alternative& each) {
    const bool is_display = each.value() && each.value()->is_sequence();
    return value.size() == 1 || (is_display && each.at == value.front().at);
  });
}

// Whether an argument is None in no run, as far as it is known.
bool is_never_none(const script::Alternatives& value) {
  return value.size() == 1 || std::ranges::none_of(value, [](const Alternative& each) {
           return each.is_unknown() || is_none(each);
         });
}

// The literal if the call has it, the whole argument if it can be but one thing, and otherwise
// where the literal stands.
Planned replace_tested(const catalog::Literal& value, const Finding& finding,
                       const Context& context, const Argument& argument, Span expression,
                       const std::string& text) {
  const check::ScriptHit& hit = *finding.script_hit();
  const bool literal = hit.value && hit.value->literal && hit.value->span == hit.at;
  if (literal && expression.contains(hit.at)) return write_in_place(text, finding, context);
  if (is_one(argument.value)) return Plan{{{expression, text}}};
  return replace_written_value(value, "", finding, context);
}

// Takes the arguments at these places out of a call. Empty if a positional argument would move.
std::vector<TextEdit> without(const syntax::Document& document, const syntax::Call& call,
                              const std::vector<std::uint32_t>& places) {
  bool gone = false;
  for (const syntax::Argument& one : call.arguments) {
    const bool goes = is_in(one.begin, places);
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
  const bool one = is_one(tested.value) ||
                   conditional_with(document, code_of(document, context).reads(), hit, "None") ==
                       written(call, tested.span);
  if (!one || (with && with != &tested && !is_never_none(with->value))) return {};
  std::vector<std::uint32_t> places = {tested.span.begin};
  if (with && with != &tested) places.push_back(with->span.begin);
  return without(document, call, places);
}

}  // namespace

Plan write_in_place(const std::string& text, const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.at);
  const bool asks_cuda = is_for_cuda(finding) && !is_written_without_cuda(hit);
  ScriptCode& code = code_of(document, context);
  const auto torch = asks_cuda ? code.torch_at(hit.at.begin) : std::nullopt;
  if (auto settled = settle_conditional(document, code.reads(), hit.at, text, torch))
    return {.edits = {std::move(*settled)}, .keeps_cuda = torch.has_value()};
  const bool asks = torch && takes_a_conditional(code.reads(), hit.at) &&
                    shares_with_cuda(finding, hit.at, context);
  if (!asks) return {.edits = {{hit.at, text}}};
  return {.edits = {{hit.at, fmt::format("{} if {}.cuda.is_available() else {}",
                                         document.source().text(hit.at), *torch, text)}},
          .keeps_cuda = true};
}

Planned replace_written_value(const catalog::Literal& value, const std::string& keep_from,
                              const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  if (!hit.value || !hit.value->literal || hit.value->span != hit.at)
    return refuse(Reason::kComputed);
  if (auto refusal = other_use_refusal(finding, context)) return refuse(std::move(*refusal));
  ScriptCode& code = code_of(document_of(context, hit.at), context);
  if (const auto device = device_of(hit.at, code.reads(), *finding.target); !device.empty())
    return refuse(Reason::kOfDevice, {std::string(device)});
  catalog::Literal to = catalog::fill(value, *finding.target);
  if (to.string()) to.value = *to.string() + kept(hit.value->text(), keep_from);
  const syntax::Document& document = document_of(context, hit.at);
  return write_in_place(to_python(to, style_near(document, hit.at)), finding, context);
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
  if (!display) return refuse(Reason::kNoDictHere);
  const syntax::Document& document = document_of(context, hit.at);
  const syntax::Expr* dict = code_of(document, context).reads().at(hit.at);
  if (!dict) return refuse(Reason::kComputed);
  return Plan{
      add_entries(document, *dict, {{action.key, catalog::fill(action.value, *finding.target)}})};
}

Planned plan_replace_argument(const catalog::verb::ReplaceArgument& action, const Finding& finding,
                              const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.fact);
  const auto* script = script_of(finding, context.workspace);
  const Call* call = script ? call_of(finding, *script) : nullptr;
  const syntax::Expr* node = code_of(document, context).reads().at(hit.fact);
  if (!call || !node || node->kind != syntax::ExprKind::kCall) return refuse(Reason::kComputed);
  const auto tested = std::ranges::find_if(
      call->arguments, [&](const Argument& one) { return one.span == hit.argument; });
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
  if (!with || std::ranges::none_of(with->value, reached)) return plan;
  const auto other = written(syntax::as<syntax::Call>(*node), with->span);
  if (!other || !is_never_none(with->value))
    return refuse(Reason::kHasToBecome, {action.with, text});
  plan->edits.push_back({*other, text});
  return plan;
}

}  // namespace mmlint::fix
