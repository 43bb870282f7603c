#pragma once

#include <map>
#include <vector>

#include "script/program.h"
#include "script/state.h"

namespace mmlint::script {

// What calls of the project's functions came to: a function that is called again with the same
// arguments in the same state does the same again.
class CallMemo {
 public:
  struct Result {
    int closure;
    Names parameters;
    State before, after;
    Alternatives value;
  };
  // Null if no such call was walked. Valid until the next one is added.
  const Result* find(const FunctionRef& function, const Names& parameters,
                     const State& state) const;
  void add(const FunctionRef& function, Result result);

 private:
  static constexpr std::size_t kMost = 4;  // results of one function; the oldest is dropped
  std::map<const FunctionInfo*, std::vector<Result>> results_;
};

}  // namespace mmlint::script
