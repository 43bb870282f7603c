#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "shell/variables.h"

// What the interpreter keeps of a branch until it is joined with the others. Internal to this
// folder.
namespace mmlint::shell {

// How a block of commands ends: normally behind its last command, by `return`, or by `exit`.
enum class Completion : std::uint8_t { kNormal, kReturn, kExit };

// The state at the end of a branch.
struct BranchState {
  std::map<std::string, Variable>
      changes;  // the variables that the branch may have changed, as they are at its end
  Completion completion = Completion::kNormal;
};

// Which branch of a statement runs if the caller gives no value for what it tests, as in
// `if [ -z "$GPUS" ]; then GPUS=8; fi`.
struct DefaultBranch {
  std::optional<std::size_t> by_default;  // 0-based index of the branch; nullopt if not known
  std::string depends_on;                 // the variable or parameter that is tested
};

// A variable of the outer scope that a function's `local` hides, to be restored behind the
// function.
struct SavedVariable {
  std::string name;
  std::optional<Variable> before;  // nullopt if it was not set
};

}  // namespace mmlint::shell
