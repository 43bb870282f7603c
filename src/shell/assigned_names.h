#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "shell_syntax/ast.h"

namespace mmlint::shell {

// A variable that commands may set.
struct AssignedName {
  std::uint32_t begin, end;  // one place that does
  bool only_outside;         // every place sets it to a positional parameter or what getopts read
  bool exported;
};

// What commands may set, functions and substitutions included; what `source` and `eval` do left
// out.
std::map<std::string, AssignedName, std::less<>> assigned_names(shell_syntax::Block block);

// The first expansion of `$name` in a statement; null if there is none.
const shell_syntax::Part* find_variable(const shell_syntax::Statement& statement,
                                        std::string_view name);

// Where a text first stands between (( and )) in a statement: the offsets of its two ends.
std::optional<std::pair<std::uint32_t, std::uint32_t>> find_in_arithmetic(
    const shell_syntax::Statement& statement, std::string_view text);

}  // namespace mmlint::shell
