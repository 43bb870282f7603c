#include "logs/run.h"

#include "base/algorithms.h"

namespace mmlint::logs {
namespace {

// How good a cause is as the answer: the lower, the better.
int weakness(const Run& run, const Cause& cause) {
  if (cause.known && cause.known.signature->silent) return 5;
  if (cause.known.verdict() == catalog::Verdict::kConsequence) return run.survived(cause) ? 4 : 3;
  if (run.survived(cause)) return 2;
  // A line that looks like an exception and has no traceback may be any text.
  if (!cause.known && !cause.from_line && cause.trace.frames.empty()) return 1;
  return cause.trace.is_unfinished() ? 1 : 0;
}

// True if neither of two processes was on the way of the other to the line where it stopped.
bool are_apart(const std::vector<Frame>& a, const std::vector<Frame>& b) {
  const auto has = [](const std::vector<Frame>& frames, const Frame& frame) {
    return is_in(frame, frames);
  };
  return !has(a, b.back()) && !has(b, a.back());
}

}  // namespace

bool Run::survived(const Cause& cause) const {
  if (cause.fatal) return false;
  const auto trained_behind = [&](int rank) {
    const auto found = trained.find(rank);
    return found != trained.end() && found->second > cause.last;
  };
  // Below torchrun, others go on for a while after a process that is not named has failed.
  if (cause.ranks.empty()) return trained_behind(-1) && (!summary || steps > cause.steps + kOthers);
  return std::ranges::all_of(cause.ranks, trained_behind);
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

void Run::settle(const Signatures& signatures) {
  const Cause* chosen = cause();
  if (chosen == nullptr) return;
  const Known known = signatures.settled(chosen->known, chosen->trace, facts, speakers(*chosen));
  causes[static_cast<std::size_t>(chosen - causes.data())].known = known;
}

Signatures::Speakers Run::speakers(const Cause& cause) const {
  Signatures::Speakers out;
  out.several = cause.count > 1 || cause.ranks.size() > 1;
  const bool all_failed = cause.ranks.empty() && failed.size() == cause.count;
  out.first = cause.ranks.contains(0) || (all_failed && failed.contains(0));
  std::vector<const std::vector<Frame>*> ways;
  std::uint64_t count = 0;
  for (const Cause& each : causes) {
    if (each.known.signature != cause.known.signature || survived(each)) continue;
    for (const auto& way : each.ways) ways.push_back(&way);
    count += each.count;
  }
  out.all = failed.size() <= count;
  for (const auto* a : ways) {
    for (const auto* b : ways) out.apart |= are_apart(*a, *b);
  }
  return out;
}

}  // namespace mmlint::logs
