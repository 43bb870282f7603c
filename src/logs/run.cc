#include "logs/run.h"

#include <algorithm>
#include <utility>

namespace mmlint::logs {
namespace {

using catalog::Verdict;

// How good a cause is as the answer: the lower, the better.
int weakness(const Run& run, const Cause& cause) {
  if (cause.known && cause.known.signature->silent) return 5;
  if (cause.known.verdict() == Verdict::kConsequence) return run.survived(cause) ? 4 : 3;
  if (run.survived(cause)) return 2;
  // A line that looks like an exception and has no traceback may be any text.
  return !cause.known && cause.trace.frames.empty() ? 1 : 0;
}

}  // namespace

bool Run::survived(const Cause& cause) const {
  const auto trained_behind = [&](int rank) {
    const auto found = trained.find(rank);
    return found != trained.end() && found->second > cause.last;
  };
  if (cause.ranks.empty()) return trained_behind(-1) && !summary;
  return std::all_of(cause.ranks.begin(), cause.ranks.end(), trained_behind);
}

const Cause* Run::cause() const {
  const Cause* best = nullptr;
  int least = 0;
  bool any = summary;
  for (const Cause& each : causes) {
    const int weak = weakness(*this, each);
    any |= weak == 0 || weak == 1 || weak == 3;
    if (best != nullptr && std::pair(weak, each.trace.line) >= std::pair(least, best->trace.line))
      continue;
    best = &each;
    least = weak;
  }
  if (best == nullptr || any) return best;
  return best->known && best->known.signature->silent ? best : nullptr;
}

}  // namespace mmlint::logs
