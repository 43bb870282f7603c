// A loss is computed from what all_gather returns and from nothing else that has gradients; hits:
// the calls of all_gather.

#include "check/script/gradient_flow.h"
#include "check/script/predicate.h"
#include "launch/walked_imports.h"

namespace mmlint::check::predicates {
namespace {

using script::Call;
using script::Summary;

// The name of the list that a call of all_gather fills; empty for any other call.
std::string_view filled_by(const Call& call, const ProgramSyntax& syntax) {
  const bool gathers =
      call.point.reached && (call.symbol == "torch.distributed.all_gather" ||
                             call.symbol == "torch.distributed.all_gather_into_tensor");
  const syntax::Call* expr = gathers ? syntax.call_at(call.span) : nullptr;
  return expr && !expr->arguments.empty() ? last_name(*expr->arguments.front().value) : "";
}

// A fact: the calls of all_gather from which alone a loss is computed. all_gather copies the
// tensors of the other processes, and that of this one, into tensors without a graph: backward()
// raises "element 0 of tensors does not require grad" (torch/distributed/distributed_c10d.py).
std::vector<ScriptPlace> lost_gradients(const launch::Program& program) {
  const Summary& script = program.summary();
  std::vector<ScriptPlace> out;
  if (std::ranges::none_of(script.calls, [](const Call& call) {
        return call.symbol.is_inside("torch.distributed") &&
               call.symbol.name().starts_with("all_gather");
      }))
    return out;
  if (!script.builds.empty() || !launch::walks_all_imports(script)) return out;
  const ProgramSyntax& syntax = program.get_big<program_syntax>();
  for (const Call& call : script.calls) {
    const bool is_pass = call.point.reached && call.symbol.is_method("backward") && !call.own &&
                         !call.point.no_gradients;
    const syntax::Call* pass = is_pass ? syntax.call_at(call.span) : nullptr;
    if (!pass || pass->callee->kind != syntax::ExprKind::kAttribute) continue;
    GradientFlow flow(script, syntax, program.workspace());
    if (flow.may_flow(*syntax::as<syntax::Attribute>(*pass->callee).object)) continue;
    for (const Call& gather : script.calls) {
      const std::string_view name = filled_by(gather, syntax);
      const auto same = [&](const ScriptPlace& known) { return known.fact == gather.span; };
      if (!name.empty() && flow.has_name(name) && std::ranges::none_of(out, same))
        out.push_back({gather.callee, gather.span, gather.symbol.str(), gather.point});
    }
  }
  return out;
}

}  // namespace

bool gathers_no_gradient(const script::Summary&, const launch::ProgramFacts& facts,
                         ScriptHits& hits) {
  return add_places(facts.program().get<lost_gradients>(), hits);
}

}  // namespace mmlint::check::predicates
