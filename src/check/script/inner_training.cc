#include "check/script/inner_training.h"

namespace mmlint::check {
namespace {

using script::Call;

constexpr std::string_view kWrapper = "torch.nn.parallel.DistributedDataParallel";

// The argument by which a function gets the module whose call this is; null if that is not written
// as one.
const syntax::Expr* handed_module(const syntax::Call& forward, Span wrapper,
                                  const std::vector<Call>& calls, const ProgramSyntax& syntax) {
  const syntax::Function* function = syntax.place(forward).function;
  if (!function || forward.callee->kind != syntax::ExprKind::kName) return nullptr;
  const auto is_inner = [&](const script::Alternative& each) {
    return each.sites.has(wrapper) && script::path_in_object(each.symbol()) == "module";
  };
  for (const Call& call : calls) {
    const syntax::Call* expr = call.own && call.point.reached ? syntax.call_at(call.span) : nullptr;
    if (!expr || last_name(*expr->callee) != function->name) continue;
    for (const script::Argument& argument : call.arguments) {
      const auto written = std::ranges::find_if(expr->arguments, [&](const auto& each) {
        return argument.span.contains(syntax.span(*each.value));
      });
      if (written != expr->arguments.end() && std::ranges::any_of(argument.value, is_inner))
        return written->value;
    }
  }
  return nullptr;
}

}  // namespace

InnerTraining inner_pass(const Call& forward, Span wrapper, const script::Summary& run,
                         const ProgramSyntax& syntax) {
  const syntax::Call* call = syntax.call_at(forward.span);
  if (!call) return {{}, forward.span, wrapper};
  const syntax::Expr* handed = handed_module(*call, wrapper, run.calls, syntax);
  if (handed) return {syntax.text(*handed), syntax.span(*handed), wrapper};
  return {syntax.text(*call->callee), forward.span, wrapper};
}

std::optional<InnerTraining> inner_training(const script::Summary& run,
                                            const script::Objects& objects,
                                            const ProgramSyntax& syntax) {
  const auto is_with_backward = [&](const syntax::Call& forward) {
    return std::ranges::any_of(run.calls, [&](const Call& call) {
      const syntax::Call* expr =
          call.symbol.is_method("backward") && call.point.reached && call.loops != 0
              ? syntax.call_at(call.span)
              : nullptr;
      return expr && syntax.place(*expr).function == syntax.place(forward).function;
    });
  };
  for (const Call& wrap : run.calls) {
    if (wrap.symbol != kWrapper || !wrap.point.reached || wrap.point.handled) continue;
    const script::ObjectUses uses = objects.uses(wrap.span);
    if (uses.escapes || uses.computes()) return std::nullopt;
    for (const Call* call : uses.calls) {
      if (!script::is_inner_forward(*call) || !call->point.reached || call->loops == 0 ||
          call->point.no_gradients)
        continue;
      const syntax::Call* forward = syntax.call_at(call->span);
      if (forward && is_with_backward(*forward)) return inner_pass(*call, wrap.span, run, syntax);
    }
  }
  return std::nullopt;
}

}  // namespace mmlint::check
