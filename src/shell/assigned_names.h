#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "shell_syntax/ast.h"

// What commands may assign and read, by their syntax alone: the interpreter asks before it runs
// a loop, and about what it does not follow.
namespace mmlint::shell {

// A variable that some commands may set.
struct AssignedName {
  std::uint32_t begin, end;  // offsets of one assignment
  bool only_from_caller;     // each of them assigns a positional parameter, or what getopts read
  bool exported;             // one of them exports it
};

// Every variable that the commands may set at any depth, in functions and substitutions too, by
// name. What `source` and `eval` may set is not among them.
std::map<std::string, AssignedName, std::less<>> assigned_names(shell_syntax::Block block);

// The first expansion of `$name` in a statement, as a node of its tree; null if there is none.
const shell_syntax::Part* find_variable(const shell_syntax::Statement& statement,
                                        std::string_view name);

// The offsets at which a text first begins and ends between (( and )) in a statement; nullopt if
// it does not stand there.
std::optional<std::pair<std::uint32_t, std::uint32_t>> find_in_arithmetic(
    const shell_syntax::Statement& statement, std::string_view text);

}  // namespace mmlint::shell
