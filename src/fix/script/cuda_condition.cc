#include "fix/script/cuda_condition.h"

#include "check/script/bridge.h"
#include "fix/script/conditionals.h"
#include "fix/script/device_name.h"
#include "fix/script/imports.h"
#include "fix/script/script_code.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

constexpr std::string_view kAsks = "cuda.is_available()";

// Whether `if` may follow an expression without parentheses, and can be read so.
bool may_be_followed(const Expr& expr) {
  return expr.kind != ExprKind::kBoolean && expr.kind != ExprKind::kConditional &&
         expr.kind != ExprKind::kLambda && expr.kind != ExprKind::kNamed &&
         expr.kind != ExprKind::kYield;
}

// Whether a conditional expression may replace an expression without parentheses.
bool takes_a_conditional(const NameReads& reads, const Expr& expr) {
  const Surroundings around = reads.around(expr);
  if (!around.expr) return around.stmt && around.stmt->kind != StmtKind::kExpression;
  const ExprKind outer = around.expr->kind;
  return outer == ExprKind::kCall || outer == ExprKind::kDict || outer == ExprKind::kList ||
         outer == ExprKind::kTuple;
}

// Edits of one file.
class Condition {
 public:
  Condition(const syntax::Document& document, const NameReads& reads, std::string torch,
            std::string text)
      : document_(document), reads_(reads), torch_(std::move(torch)), text_(std::move(text)) {}

  // Empty if the value has the form already.
  std::vector<TextEdit> around(Span value) const {
    const Expr* expr = reads_.at(value);
    if (!expr || text_at(*expr) == text_) return {};
    if (is_without_cuda(*expr)) return {{span_of(*expr), text_}};
    if (auto settled = settle_conditional(document_, reads_, value, text_, torch_))
      return {std::move(*settled)};
    if (expr->kind == ExprKind::kConditional) {
      if (auto edits = of_branches(as<syntax::Conditional>(*expr))) return *edits;
    }
    const bool closed = !takes_a_conditional(reads_, *expr), held = !may_be_followed(*expr);
    const std::string before = std::string(closed ? "(" : "") + (held ? "(" : "");
    const std::string behind = fmt::format("{} if {}.{} else {}{}", held ? ")" : "", torch_, kAsks,
                                           text_in(*expr), closed ? ")" : "");
    // What has a comment inside is not written anew.
    if (const std::string_view old = text_at(*expr); old.find('#') == old.npos)
      return {{span_of(*expr), fmt::format("{}{}{}", before, old, behind)}};
    std::vector<TextEdit> edits = {insertion(document_.source().id(), expr->end, behind)};
    if (!before.empty()) edits.push_back(insertion(document_.source().id(), expr->begin, before));
    return edits;
  }

 private:
  // Whether a conditional has the value where there is no CUDA: the 0 of
  // `rank if torch.cuda.is_available() else 0`.
  bool is_without_cuda(const Expr& value) const {
    const Expr* outer = reads_.around(value).expr;
    if (!outer || outer->kind != ExprKind::kConditional) return false;
    const auto& whole = as<syntax::Conditional>(*outer);
    return whole.otherwise == &value &&
           text_at(*whole.condition) == fmt::format("{}.{}", torch_, kAsks);
  }

  Span span_of(const Expr& expr) const { return {document_.source().id(), expr.begin, expr.end}; }
  std::string_view text_at(const Expr& expr) const {
    return document_.source().text(span_of(expr));
  }

  // The text as it may be written in the place of an expression: in f'...' before Python 3.12 no
  // other text has the same quotes.
  std::string text_in(const Expr& place) const {
    std::string out = text_;
    for (const Expr* outer = &place; outer; outer = reads_.around(*outer).expr) {
      if (outer->kind != ExprKind::kFString) continue;
      const std::string_view whole = text_at(*outer);
      const char taken = whole[whole.find_first_of("'\"")];
      std::ranges::replace(out, taken, taken == '"' ? '\'' : '"');
    }
    return out;
  }

  // Of a conditional expression that asks for CUDA or has the text in one branch.
  std::optional<std::vector<TextEdit>> of_branches(const syntax::Conditional& whole) const {
    const std::string_view condition = text_at(*whole.condition);
    const bool then_is = text_at(*whole.then) == text_;
    const bool otherwise_is = text_at(*whole.otherwise) == text_;
    if ((then_is || otherwise_is) && condition.find(kAsks) != condition.npos)
      return std::vector<TextEdit>();
    if (then_is || otherwise_is) {
      const Span kept = span_of(then_is ? *whole.otherwise : *whole.then);
      if (auto settled = settle_conditional(document_, reads_, kept, text_, torch_))
        return std::vector<TextEdit>{std::move(*settled)};
    }
    if (condition == fmt::format("{}.{}", torch_, kAsks))
      return std::vector<TextEdit>{{span_of(*whole.otherwise), text_}};
    return std::nullopt;
  }

  const syntax::Document& document_;
  const NameReads& reads_;
  std::string torch_, text_;
};

// The refusal if a program may choose its cards after it has evaluated an expression. NVIDIA's
// driver reads CUDA_VISIBLE_DEVICES once, and torch.cuda.is_available() starts it.
std::optional<Refusal> cards_chosen_after(const Expr& value, FileId file,
                                          const check::Finding& finding, const NameReads& reads,
                                          const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const auto* script = script_of(finding, context.workspace);
  if (!script) return std::nullopt;
  const auto chosen_at = [&](Span place) -> Refusal {
    const Source& source = source_of(context, place);
    return {Reason::kCardsChosenLater, {fmt::to_string(source.lines().position(place.begin).line)}};
  };
  // The options are parsed at the beginning of a run, in whatever function that is. The default of
  // a parameter is evaluated outside of the function.
  const syntax::Function* function = hit.option.empty() ? reads.around(value).function : nullptr;
  for (const script::EnvironmentWrite& write : script->environment) {
    if (write.name != "CUDA_VISIBLE_DEVICES" || write.only_if_unset) continue;
    const bool same = write.span.file == file;
    if (function) {
      const bool inside =
          same && write.span.begin >= function->begin && write.span.end <= function->end;
      if (inside && write.span.begin > value.begin) return chosen_at(write.span);
      continue;
    }
    const Stmt* top = nullptr;
    if (same) {
      const syntax::Document& document = document_of(context, write.span);
      const std::size_t index = syntax::statement_at(document, write.span.begin);
      if (index < document.statements().size()) top = document.statement(index);
    }
    const bool before = top && top->kind != StmtKind::kFunction && top->kind != StmtKind::kClass &&
                        write.span.begin < value.begin;
    if (!before) return chosen_at(write.span);
  }
  // Another script may import this module before it chooses its cards.
  const bool is_module = file != script->document->source().id();
  if (is_module && !function && hit.option.empty() && importers_choose_cards(hit))
    return Refusal{Reason::kCardsChosen};
  return std::nullopt;
}

// The value of the argument that a hit is about, in the call that gets it; null if it is written
// there.
const Expr* argument_of(const check::ScriptHit& hit, const Context& context) {
  if (!hit.argument.known() || hit.fact.contains(hit.at)) return nullptr;
  const Expr* node = code_of(document_of(context, hit.fact), context).reads().at(hit.fact);
  if (!node || node->kind != ExprKind::kCall) return nullptr;
  for (const syntax::Argument& each : as<syntax::Call>(*node).arguments) {
    if (each.begin == hit.argument.begin && each.value->kind != ExprKind::kStarred)
      return each.value;
  }
  return nullptr;
}

}  // namespace

Planned plan_of_cuda(std::vector<TextEdit> edits) {
  Planned plan = plan_of(std::move(edits));
  if (plan) plan->keeps_cuda = true;
  return plan;
}

bool is_without_cuda(const check::ScriptHit& hit) {
  return hit.point.guard.answer({Question::Kind::kDevice, "cuda"}) == false;
}

bool is_without_cuda(const check::Finding& finding, const Context& context) {
  const auto* script = script_of(finding, context.workspace);
  const script::Call* call = script ? call_at(*script, finding.script_hit()->fact) : nullptr;
  return call && call->point.guard.answer({Question::Kind::kDevice, "cuda"}) == false;
}

Planned keep_on_cuda(std::vector<Span> values, const std::string& text,
                     const check::Finding& finding, const Context& context) {
  const launch::ProgramFacts& facts = *finding.script_hit()->facts;
  if (check::bridge_shows_cuda(facts.program().summary(), facts))
    return refuse(Reason::kCudaShown, {finding.target->name});
  const syntax::Document& document = document_of(context, values.front());
  const NameReads& reads = code_of(document, context).reads();
  std::ranges::sort(values, {}, &Span::begin);
  ScriptImports imports(document, values.front().begin);
  const auto torch = imports.use("torch");
  if (!torch) return refuse(torch.error());
  std::vector<TextEdit> edits;
  const Condition condition(document, reads, *torch, text);
  for (const Span value : values) {
    const Expr* expr = reads.at(value);
    if (!expr) return refuse(Reason::kComputed);
    if (auto refusal = cards_chosen_after(*expr, value.file, finding, reads, context)) {
      const check::ScriptHit& hit = *finding.script_hit();
      const Expr* argument = argument_of(hit, context);
      if (!argument || hit.at != value) return refuse(std::move(*refusal));
      return keep_on_cuda({{hit.fact.file, argument->begin, argument->end}}, text, finding,
                          context);
    }
    for (TextEdit& edit : condition.around(value)) edits.push_back(std::move(edit));
  }
  if (edits.empty()) return refuse(Reason::kCannotExtend);
  const bool asks = std::ranges::any_of(edits, [&](const TextEdit& edit) {
    return edit.replacement.find(*torch + ".cuda") != std::string::npos;
  });
  for (TextEdit& edit : asks ? imports.edits() : std::vector<TextEdit>())
    edits.push_back(std::move(edit));
  return plan_of_cuda(std::move(edits));
}

OrRefusal<CudaChoice> choose_on_cuda(std::string_view kept, std::string text, const Expr& place,
                                     const check::Finding& finding, const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  if (is_without_cuda(finding, context)) return CudaChoice{std::move(text), {}};
  const syntax::Document& document = document_of(context, hit.fact);
  const NameReads& reads = code_of(document, context).reads();
  if (auto refusal = cards_chosen_after(place, hit.fact.file, finding, reads, context))
    return refuse(std::move(*refusal));
  ScriptImports imports(document, place.begin);
  const auto torch = imports.use("torch");
  if (!torch) return refuse(torch.error());
  return CudaChoice{fmt::format("{} if {}.{} else {}", kept, *torch, kAsks, text), imports.edits()};
}

std::optional<TextEdit> add_choice(const syntax::Document& document, const NameReads& reads,
                                   Span value, const std::string& text) {
  const Expr* expr = reads.at(value);
  const Expr* outer = expr ? reads.around(*expr).expr : nullptr;
  if (!outer || outer->kind != ExprKind::kCall) return std::nullopt;
  for (const syntax::Argument& argument : as<syntax::Call>(*outer).arguments) {
    const ExprKind kind = argument.value->kind;
    const bool display =
        kind == ExprKind::kList || kind == ExprKind::kTuple || kind == ExprKind::kSet;
    if (argument.name != "choices" || !display) continue;
    const auto items = as<syntax::Sequence>(*argument.value).items;
    const auto is_text = [&](const Expr* item) {
      return item->kind != ExprKind::kString ||
             fmt::format("'{}'", as<syntax::String>(*item).value) == text ||
             fmt::format("\"{}\"", as<syntax::String>(*item).value) == text;
    };
    if (items.empty() || std::ranges::any_of(items, is_text)) return std::nullopt;
    return insertion(document.source().id(), items.back()->end, ", " + text);
  }
  return std::nullopt;
}

}  // namespace mmlint::fix
