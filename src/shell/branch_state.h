#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "shell/variables.h"

// What the interpreter keeps of a branch until it is joined with the others. Internal to this
// folder.
namespace mmlint::shell {

// How a block of commands ends: behind its last command, by `return`, or by `exit`.
enum class Completion : std::uint8_t { kNormal, kReturn, kExit };

// The state at the end of a branch.
struct BranchState {
  std::map<std::string, Variable>
      changes;  // the variables that it may have changed, as they are now
  Completion completion = Completion::kNormal;
};

// Which branch is taken where the caller gives no value.
struct DefaultBranch {
  std::optional<std::size_t> by_default;  // its index; nullopt if that is not known
  std::string depends_on;                 // the variable or parameter whose absence decides it
};

// A variable of the outer scope, to be restored at the end of a function that has a local one.
struct SavedVariable {
  std::string name;
  std::optional<Variable> before;  // nullopt if it was not set
};

}  // namespace mmlint::shell
