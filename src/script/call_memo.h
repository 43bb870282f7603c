#pragma once

#include "script/program.h"
#include "script/state.h"

namespace mmlint::script {

// The effects of the calls of the project's functions that were walked: the returned value and the
// state behind the call. A call of the same function with the same arguments in the same state is
// not walked again.
class CallMemo {
 public:
  struct Result {
    int closure;          // FunctionRef::closure
    Names parameters;     // the parameters with the arguments of the call
    State before, after;  // around the call, without the local names
    Alternatives value;   // what the call returns
  };
  // Returns the result of such a call; null if none is kept. It belongs to the memo and is valid
  // until the next add().
  const Result* find(const FunctionRef& function, const Names& parameters,
                     const State& state) const;
  void add(const FunctionRef& function, Result result);

 private:
  static constexpr std::size_t kMost = 4;  // results of one function; the oldest is dropped
  std::map<const FunctionInfo*, std::vector<Result>> results_;
};

}  // namespace mmlint::script
