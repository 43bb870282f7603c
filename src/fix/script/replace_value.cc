#include <fmt/format.h>

#include "check/script/matcher.h"
#include "fix/script/conditionals.h"
#include "fix/script/other_use.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/script/script_of.h"
#include "fix/script/shared_code.h"
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

// The refusal if something else uses the value at the hit as well.
std::optional<Refusal> other_use_refusal(const Finding& finding, const Context& context) {
  const auto* script = script_of(finding, context.workspace);
  if (!script || script->document->source().id() != finding.script_hit()->at.file)
    return std::nullopt;
  const auto other =
      other_use(*finding.script_hit(), *script, code_of(*script->document, context).reads);
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

}  // namespace

Plan write_in_place(const std::string& text, const Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.at);
  const bool asks_cuda = is_for_cuda(finding) && !is_written_without_cuda(hit);
  const ScriptCode& code = code_of(document, context);
  const auto torch = asks_cuda ? code.torch_at(hit.at.begin) : std::nullopt;
  if (auto settled = settle_conditional(document, code.reads, hit.at, text, torch))
    return {.edits = {std::move(*settled)}, .keeps_cuda = torch.has_value()};
  const bool asks = torch && takes_a_conditional(code.reads, hit.at) &&
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
  const syntax::Expr* dict = code_of(document, context).reads.at(hit.at);
  if (!dict) return refuse(Reason::kComputed);
  return Plan{
      add_entries(document, *dict, {{action.key, catalog::fill(action.value, *finding.target)}})};
}

}  // namespace mmlint::fix
