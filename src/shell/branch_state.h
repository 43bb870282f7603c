#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "shell/variables.h"

// What following a script keeps aside. Internal to launch.
namespace mmlint::shell {

// Where following a block stops before its end.
enum class Completion : std::uint8_t { kNormal, kReturn, kExit };

struct BranchState {
  std::map<std::string, Variable> changes;
  Completion completion = Completion::kNormal;
};

// Which of some branches is taken if the caller gives nothing.
struct DefaultBranch {
  std::optional<std::size_t> by_default;
  std::string depends_on;
};

// A variable as it was before a function made it its own.
struct SavedVariable {
  std::string name;
  std::optional<Variable> before;
};

}  // namespace mmlint::shell
