

#include "catalog/on_target.h"
#include "fix/script/conditionals.h"
#include "fix/script/cuda_condition.h"
#include "fix/script/other_use.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"

namespace mmlint::fix {
using check::Finding;

namespace {

// An index behind a device: the 0 of 'cuda:0', and all of an f-string behind its beginning.
std::string kept(std::string_view text, const std::string& from) {
  const std::size_t at = from.empty() ? text.npos : text.find(from);
  return at == text.npos ? "" : std::string(text.substr(at));
}

// Whether the value is a backend that hosts with CUDA have: 'nccl', 'cpu:gloo,cuda:nccl'.
// torch.cuda.is_available() is true only there. False if no host with CUDA comes to it.
bool is_for_cuda(const Finding& finding) {
  if (is_without_cuda(*finding.script_hit())) return false;
  const catalog::Literal* works = finding.target->fact("scripts.cuda_calls_work");
  const Value& value = *finding.script_hit()->value;
  std::string name(value.kind == Value::Kind::kString ? value.text() : "");
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return works && *works == catalog::Literal{false} && name.find("nccl") != name.npos;
}

// The refusal if something else uses the value at the hit as well.
std::optional<Refusal> other_use_refusal(const Finding& finding, const Context& context) {
  const auto* script = script_of(finding, context.workspace);
  if (!script || script->document->source().id() != finding.script_hit()->at.file)
    return std::nullopt;
  const auto other = other_use(*finding.script_hit(), *script,
                               code_of(*script->document, context).reads(), is_for_cuda(finding));
  if (!other) return std::nullopt;
  const Source& source = source_of(context, *other);
  return Refusal{Reason::kElsewhereToo,
                 {std::to_string(source.lines().position(other->begin).line)}};
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

// Writes `text` in the place of the literal that a hit is about, of a backend for CUDA only on
// hosts without CUDA. A conditional expression that would have `text` in both branches goes.
Planned write_in_place(const std::string& text, const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.at);
  if (is_for_cuda(finding)) return keep_on_cuda({hit.at}, text, finding, context);
  const NameReads& reads = code_of(document, context).reads();
  auto settled = settle_conditional(document, reads, hit.at, text, std::nullopt);
  return Plan{.edits = {settled ? std::move(*settled) : TextEdit{hit.at, text}},
              .keeps_cuda = is_without_cuda(hit)};
}

}  // namespace

Planned replace_written_value(const catalog::Literal& value, const std::string& keep_from,
                              const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  if (!hit.value) return refuse(Reason::kComputed);
  const bool is_written = hit.value->literal && hit.value->span == hit.at;
  // What a data file says stays there: the call that gets it asks for CUDA.
  if (!is_written && (!hit.fact.contains(hit.at) || !is_for_cuda(finding)))
    return refuse(Reason::kComputed);
  if (auto refusal = is_written ? other_use_refusal(finding, context) : std::nullopt)
    return refuse(std::move(*refusal));
  ScriptCode& code = code_of(document_of(context, hit.at), context);
  if (const auto device = device_of(hit.at, code.reads(), *finding.target); !device.empty())
    return refuse(Reason::kOfDevice, {std::string(device)});
  catalog::Literal to = catalog::fill(value, *finding.target);
  if (to.string()) to.value = *to.string() + kept(hit.value->text(), keep_from);
  const syntax::Document& document = document_of(context, hit.at);
  const std::string text = to_python(to, style_near(document, hit.at));
  Planned plan = write_in_place(text, finding, context);
  if (plan && !hit.option.empty()) {
    if (auto choice = add_choice(document, code.reads(), hit.at, text))
      plan->edits.push_back(std::move(*choice));
  }
  return plan;
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

}  // namespace mmlint::fix
