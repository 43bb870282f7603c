#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "shell_syntax/ast.h"

// Which variables commands may assign and read, by their syntax alone. The interpreter asks this
// before it follows a loop's body, and about commands that it does not follow.
namespace mmlint::shell {

// A variable that some commands may set.
struct AssignedName {
  std::uint32_t begin, end;  // byte offsets of the first assignment
  bool only_from_caller;     // must: every assignment gives a positional parameter or $OPTARG
  bool exported;             // may: one of the assignments exports it
};

// Returns every variable that the commands may set at any depth, also in functions and
// substitutions, by name. What `source` and `eval` may set is not among them.
std::map<std::string, AssignedName, std::less<>> assigned_names(shell_syntax::Block block);

// Returns the first expansion of `$name` in a statement; null if there is none. The tree of the
// statement owns it.
const shell_syntax::Part* find_variable(const shell_syntax::Statement& statement,
                                        std::string_view name);

// Returns the byte offsets at which a text first begins and ends between (( and )) in a statement;
// nullopt if it does not stand there.
std::optional<std::pair<std::uint32_t, std::uint32_t>> find_in_arithmetic(
    const shell_syntax::Statement& statement, std::string_view text);

}  // namespace mmlint::shell
