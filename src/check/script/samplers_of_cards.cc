#include "check/script/samplers_of_cards.h"

#include "check/script/definition.h"
#include "check/script/program_syntax.h"
#include "check/script/rank_values.h"
#include "check/script/unshared_samples.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "script/numbers.h"
#include "script/objects.h"
#include "syntax/walk.h"

namespace mmlint::check {
namespace {

using script::Alternative;
using script::Call;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

bool may_name_process(std::string_view text) {
  return speaks_of_rank(text) || text.find("world") != text.npos || text.find("WORLD") != text.npos;
}

bool counts_cards(script::Symbol symbol) {
  return symbol == "torch.cuda.device_count" || symbol == "torch.cuda.current_device";
}

// Whether a class inherits from torch's Sampler alone.
bool is_plain_sampler(const syntax::Class& node) {
  return std::ranges::all_of(node.bases, [](const syntax::Argument& base) {
    const std::string_view name = last_name(*base.value);
    return name == "Sampler" || name == "BatchSampler" || name == "object";
  });
}

// Whether an expression of a class reads a number of a process that the class does not bind.
bool reads_process(const Expr& expr, const ProgramSyntax& syntax) {
  if (expr.kind == ExprKind::kString) return may_name_process(syntax.text(expr));
  if (expr.kind == ExprKind::kAttribute)
    return syntax::id_of(*as<syntax::Attribute>(expr).object) != "self" &&
           may_name_process(as<syntax::Attribute>(expr).name);
  if (expr.kind != ExprKind::kName || !may_name_process(syntax.text(expr))) return false;
  const std::string_view name = as<syntax::Name>(expr).id;
  const syntax::Function* function = syntax.place(expr).function;
  if (!function) return true;
  const auto binds = [&](const syntax::Stmt* each) {
    return each->kind == syntax::StmtKind::kAssign &&
           std::ranges::any_of(as<syntax::Assign>(*each).targets,
                               [&](const Expr* target) { return syntax::id_of(*target) == name; });
  };
  return std::ranges::none_of(function->body, binds) &&
         std::ranges::none_of(function->parameters,
                              [&](const auto& each) { return each.name == name; });
}

// Whether an argument of a sampler may differ between the processes: not a length, nor what is
// made of a number of cards.
bool may_differ(const script::Argument& argument, const script::Summary& script) {
  const bool is_same = std::ranges::any_of(script.calls, [&](const Call& call) {
    return argument.span.contains(call.span) && (counts_cards(call.symbol) || call.symbol == "len");
  });
  return std::ranges::any_of(argument.value, [&](const Alternative& each) {
    if (each.is_unknown()) return !is_same;
    return may_name_process(each.symbol().text()) || script::is_rank(each.symbol());
  });
}

// The first call that counts cards, of those with which a sampler is made and those of its class;
// null if there is none, or if anything else there may depend on the process.
const Call* cards_of(const Call& maker, const syntax::Class& node, const Span body,
                     const script::Summary& script, const ProgramSyntax& syntax) {
  const auto differs = [&](const auto& argument) { return may_differ(argument, script); };
  if (maker.more || !is_plain_sampler(node) || std::ranges::any_of(maker.arguments, differs))
    return nullptr;
  bool reads = false;
  syntax::for_each_expr(node,
                        [&](const Expr& expr) { reads = reads || reads_process(expr, syntax); });
  const Call* out = nullptr;
  for (const Call& call : script.calls) {
    const bool inside = body.contains(call.span) || maker.span.contains(call.span);
    if (!inside || call.span == maker.span) continue;
    reads = reads || call.own || call.symbol.is_inside("torch.distributed");
    if (!out && counts_cards(call.symbol)) out = &call;
  }
  return reads ? nullptr : out;
}

}  // namespace

std::vector<ScriptPlace> samplers_of_cards(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  const script::Summary& script = program.summary();
  std::vector<ScriptPlace> out;
  script::Guard without;
  without.add({{Question::Kind::kDevice, "cuda"}, false});
  if (!launch::may_hold(without, facts.target()) || !averages(script) ||
      facts.get_big<launch::rank_runs>().empty())
    return out;
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  const script::Objects objects(script);
  for (const std::vector<const Call*>& loaders : training_loaders(script)) {
    for (const Call* loader : loaders) {
      const script::Argument* sampler = sampler_of(*loader);
      const Alternative* one = sampler ? script::only_symbol(sampler->value) : nullptr;
      const auto makers = one ? objects.makers(*one) : std::vector<const Call*>();
      const auto definition = makers.size() == 1
                                  ? definition_of(one->symbol(), script, program.workspace())
                                  : std::nullopt;
      const syntax::Class* node =
          definition ? syntax.class_at(*definition->document, definition->begin) : nullptr;
      if (!node) continue;
      const Span body{definition->document->source().id(), node->begin, node->end};
      if (const Call* cards = cards_of(*makers.front(), *node, body, script, syntax))
        out.push_back({cards->span, cards->span, cards->symbol.str(), loader->point});
    }
  }
  return out;
}

}  // namespace mmlint::check
