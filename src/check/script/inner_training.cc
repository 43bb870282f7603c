#include "check/script/inner_training.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace mmlint::check {
namespace {

using script::Call;

constexpr std::string_view kWrapper = "torch.nn.parallel.DistributedDataParallel";
constexpr std::string_view kObject = "torch.nn.parallel.DistributedDataParallel()";
constexpr std::string_view kInner = "torch.nn.parallel.DistributedDataParallel().module";

// The function of a method call: x.forward() computes as x() does.
script::Symbol computed(script::Symbol symbol) {
  return symbol.is_method("forward") ? symbol.owner() : symbol;
}

// Whether a call may compute with a wrapper that it is given. A function of the project is walked.
bool may_compute(const Call& call) {
  constexpr std::array<std::string_view, 5> kLooks = {"hasattr", "isinstance", "print", "len",
                                                      "type"};
  const bool gets = std::any_of(
      call.arguments.begin(), call.arguments.end(), [](const script::Argument& argument) {
        return std::any_of(argument.value.begin(), argument.value.end(),
                           [](const auto& each) { return each.symbol() == kObject; });
      });
  return gets && !call.symbol.is_of_project() &&
         std::find(kLooks.begin(), kLooks.end(), call.symbol) == kLooks.end();
}

// The argument by which a function gets the module whose call this is; null if that is not written
// as one.
const syntax::Expr* handed_module(const syntax::Call& forward, const std::vector<Call>& calls,
                                  const ModelUses& uses) {
  const syntax::Function* function = uses.place(forward).function;
  if (!function || forward.callee->kind != syntax::ExprKind::kName) return nullptr;
  for (const Call& call : calls) {
    const syntax::Call* expr = call.own && call.point.reached ? uses.call_at(call.span) : nullptr;
    if (!expr || last_name(*expr->callee) != function->name) continue;
    for (const script::Argument& argument : call.arguments) {
      const bool is_inner = std::any_of(argument.value.begin(), argument.value.end(),
                                        [](const auto& each) { return each.symbol() == kInner; });
      const auto written = std::find_if(
          expr->arguments.begin(), expr->arguments.end(),
          [&](const auto& each) { return argument.span.contains(uses.span(*each.value)); });
      if (is_inner && written != expr->arguments.end()) return written->value;
    }
  }
  return nullptr;
}

}  // namespace

std::optional<InnerTraining> inner_training(const script::Summary& run, const ModelUses& uses,
                                            const Placement& placement) {
  const auto& calls = run.calls;
  const auto wrap = std::find_if(calls.begin(), calls.end(), [](const Call& call) {
    return call.symbol == kWrapper && call.point.reached && !call.point.handled;
  });
  const bool computes = std::any_of(calls.begin(), calls.end(), [](const Call& call) {
    return computed(call.symbol) == kObject || may_compute(call);
  });
  if (wrap == calls.end() || computes) return std::nullopt;
  const auto is_with_backward = [&](const syntax::Call& forward) {
    return std::any_of(calls.begin(), calls.end(), [&](const Call& call) {
      const syntax::Call* expr =
          call.symbol.is_method("backward") && call.point.reached && call.loops != 0
              ? uses.call_at(call.span)
              : nullptr;
      return expr && uses.place(*expr).function == uses.place(forward).function;
    });
  };
  for (const Call& call : calls) {
    if (!call.point.reached || call.loops == 0 || computed(call.symbol) != kInner) continue;
    const syntax::Call* forward = uses.call_at(call.span);
    if (!forward || placement.is_without_gradients(*forward) || !is_with_backward(*forward))
      continue;
    if (const syntax::Expr* handed = handed_module(*forward, calls, uses))
      return InnerTraining{handed, uses.span(*handed), wrap->span};
    return InnerTraining{forward->callee, uses.span(*forward), wrap->span};
  }
  return std::nullopt;
}

}  // namespace mmlint::check
