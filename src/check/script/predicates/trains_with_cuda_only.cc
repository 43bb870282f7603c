// Every backward pass of a script stands where CUDA is available, so that a run on the target ends
// without a training step; hits: the only question for CUDA, else the first backward pass.

#include "check/script/predicate.h"
#include "launch/reachable.h"

namespace mmlint::check::predicates {

bool trains_with_cuda_only(const script::Summary& script, const launch::ProgramFacts& facts,
                           ScriptHits& hits) {
  const Question cuda{Question::Kind::kDevice, "cuda"};
  // MM527 reports what stops the run itself.
  if (std::ranges::any_of(script.failures, [&](const script::Failure& failure) {
        return failure.point.reached && failure.point.guard.answer(cuda) == false;
      }))
    return false;
  const script::Call* first = nullptr;
  std::vector<const script::Call*> questions;
  for (const script::Call& call : script.calls) {
    const std::string_view name = call.symbol.text();
    if (!call.point.reached) continue;
    if (name.starts_with("torch.cuda.") && !call.point.guard.answer(cuda)) {
      if (name == "torch.cuda.is_available" || name == "torch.cuda.device_count")
        questions.push_back(&call);
    }
    if (!name.ends_with(".backward")) continue;
    if (call.point.guard.answer(cuda) != true ||
        !launch::ways_to(call.point, facts.target()).empty())
      return false;
    if (!first) first = &call;
  }
  if (!first || questions.empty() || !script.builds.empty() || !script.complete) return false;
  const script::Call& at = questions.size() == 1 ? *questions.front() : *first;
  return add_places({{at.callee, at.span, at.symbol.str(), questions.front()->point}}, hits);
}

}  // namespace mmlint::check::predicates
