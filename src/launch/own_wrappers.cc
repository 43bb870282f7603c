#include "launch/own_wrappers.h"

#include "launch/reachable.h"
#include "script/symbols.h"

namespace mmlint::launch {
namespace {

// Whether a Runner gets an already wrapped model whenever it gets a launcher: the script sets both
// under the same conditions.
bool gets_wrapper(const script::Call& runner) {
  const script::Argument* model = runner.argument("model", 0);
  const script::Argument* launcher = runner.argument("launcher", std::string::npos);
  if (!model || !launcher) return false;
  const auto is_wrapped = [&](const script::Guard& launched) {
    return std::ranges::any_of(model->value, [&](const script::Alternative& each) {
      const auto holds = [&](const script::Condition& condition) {
        return launched.answer(condition.question) == condition.holds;
      };
      return script::wraps_for_group(each.symbol().callee()) &&
             std::ranges::all_of(each.guard.conditions(), holds);
    });
  };
  return std::ranges::all_of(launcher->value, [&](const script::Alternative& each) {
    return each.is_text("none") || is_wrapped(each.guard);
  });
}

}  // namespace

bool wraps_itself(const script::Summary& script, const catalog::Target& target) {
  return !script.builds.empty() &&
         std::ranges::all_of(script.builds,
                             [&](const script::Build& build) {
                               return build.wraps_itself || gets_wrapper(script.calls[build.call]);
                             }) &&
         std::ranges::none_of(script.calls, [&](const script::Call& call) {
           const bool is_default =
               call.symbol.is_method(script::Symbol::Kind::kRunner, "wrap_model") ||
               call.symbol == "mmengine.runner.Runner.wrap_model";
           return is_default && call.point.reached && may_hold(call.point.guard, target);
         });
}

}  // namespace mmlint::launch
