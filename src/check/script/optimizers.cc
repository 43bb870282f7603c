#include "check/script/optimizers.h"

#include "check/script/loss_flow.h"

namespace mmlint::check {

bool makes_optimizer(script::Symbol symbol) {
  return symbol.owner() == "torch.optim";
}

std::vector<const script::Call*> parameters_of(const script::Call& optimizer,
                                               const script::Summary& run,
                                               const ProgramSyntax& syntax) {
  std::vector<const script::Call*> out;
  const syntax::Call* expr = syntax.call_at(optimizer.span);
  if (!expr) return out;
  const Sources sources(run, syntax, {expr});
  for (const script::Call& call : run.calls) {
    if (!call.symbol.is_method("parameters") && !call.symbol.is_method("named_parameters"))
      continue;
    const bool is_value = std::ranges::any_of(optimizer.arguments, [&](const auto& each) {
      return std::ranges::any_of(each.value, [&](const auto& one) { return one.at == call.span; });
    });
    const syntax::Call* given = syntax.call_at(call.span);
    const bool is_source = given && sources.all().contains(given) &&
                           syntax.place(*given).function == syntax.place(*expr).function;
    if (is_value || is_source) out.push_back(&call);
  }
  return out;
}

}  // namespace mmlint::check
