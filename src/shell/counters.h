#pragma once

#include "shell_syntax/ast.h"

// Counters of loops, by their syntax alone. Internal to this folder.
namespace mmlint::shell {

// Returns an arithmetic text without blanks, quotes, `$` and braces: "i<N" for `"$i" < ${N}`.
std::string bare(std::string_view arithmetic);
// Returns the condition under which a `while` or `until` loop goes on as a comparison of C: "i<8"
// for `while [ "$i" -lt 8 ]` and `until [ $i -ge 8 ]`; empty for any other condition.
std::string comparison(const shell_syntax::Statement& condition, bool until);
// Returns true for the bare text of an expression that adds 1 to a variable: "i++", "i+=1".
bool adds_one(std::string_view bare_text, std::string_view variable);
// Returns true for a command that only adds 1 to a variable: `i=$((i + 1))`, `((i++))`, `let i+=1`.
bool adds_one(const shell_syntax::Statement& statement, std::string_view variable);

}  // namespace mmlint::shell
