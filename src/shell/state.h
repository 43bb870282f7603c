#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "shell/variables.h"

// What following a script keeps aside. Internal to launch.
namespace mmlint::shell {

// Where following a block stops before its end.
enum class Stop : std::uint8_t { kNo, kReturn, kExit };

struct Branch {
  std::map<std::string, Variable> changes;
  Stop stop = Stop::kNo;
};

// Which of some branches is taken if the caller gives nothing.
struct Choice {
  std::optional<std::size_t> by_default;
  std::string depends_on;
};

// A variable as it was before a function made it its own.
struct Local {
  std::string name;
  std::optional<Variable> before;
};

}  // namespace mmlint::shell
