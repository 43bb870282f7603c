#include "check/script/unsynced_updates.h"

#include "check/script/small_run.h"

namespace mmlint::check {
namespace {

constexpr std::size_t kMostOpen = 8;  // conditions

// What is chosen of the conditions that a program leaves open: that all fail or hold, and that one
// does not as the others do. So every two of them are told apart.
std::vector<Chosen> choices(const std::vector<std::string>& open) {
  std::vector<Chosen> out;
  for (const bool usual : {false, true}) {
    Chosen all;
    for (const std::string& each : open) all[each] = usual;
    for (const std::string& each : open) {
      out.push_back(all);
      out.back()[each] = !usual;
    }
    out.push_back(std::move(all));
  }
  return out;
}

}  // namespace

std::vector<const syntax::Expr*> unsynced_updates(const launch::Program& program) {
  std::set<Span> wraps;
  for (const script::Call& call : program.summary().calls) {
    if (call.symbol == "torch.nn.parallel.DistributedDataParallel") wraps.insert(call.span);
  }
  if (wraps.size() != 1) return {};
  const SmallCallees callees(program);
  std::vector<const syntax::Expr*> out;
  for (const std::int64_t passes : {2, 3, 4}) {
    const SmallRun first = small_run(callees, passes, {});
    if (!first.complete || first.open.size() > kMostOpen) return {};
    for (const Chosen& chosen : choices(first.open)) {
      const SmallRun run = small_run(callees, passes, chosen);
      if (!run.complete || is_in(nullptr, run.steps)) return {};
      for (const syntax::Expr* each : run.steps) {
        if (!is_in(each, out)) out.push_back(each);
      }
    }
  }
  return out;
}

}  // namespace mmlint::check
