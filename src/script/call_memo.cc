#include "script/call_memo.h"

namespace mmlint::script {

const CallMemo::Result* CallMemo::find(const FunctionRef& function, const Names& parameters,
                                       const State& state) const {
  const auto known = results_.find(function.info);
  if (known == results_.end()) return nullptr;
  for (const Result& result : known->second) {
    if (result.closure == function.closure && result.before.is_like(state) &&
        result.parameters.equals(parameters))
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
