#include "script/call_memo.h"

#include <algorithm>
#include <utility>

namespace mmlint::script {
namespace {

bool same_names(const Names& a, const Names& b) {
  if (a.shares(b)) return true;
  return std::equal(
      a.all().begin(), a.all().end(), b.all().begin(), b.all().end(),
      [](const auto& x, const auto& y) { return x.first == y.first && same(x.second, y.second); });
}

}  // namespace

const CallMemo::Result* CallMemo::find(const FunctionRef& function, const Names& parameters,
                                       const State& state) const {
  const auto known = results_.find(function.info);
  if (known == results_.end()) return nullptr;
  for (const Result& result : known->second) {
    if (result.closure == function.closure && result.before.is_like(state) &&
        same_names(result.parameters, parameters))
      return &result;
  }
  return nullptr;
}

void CallMemo::add(const FunctionRef& function, Result result) {
  std::vector<Result>& known = results_[function.info];
  if (known.size() == kMost) known.erase(known.begin());
  known.push_back(std::move(result));
}

}  // namespace mmlint::script
