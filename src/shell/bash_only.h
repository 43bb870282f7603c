#pragma once

#include "shell_syntax/shell_document.h"

// What a script has of bash that dash, the `sh` of Debian and Ubuntu, does not take.
namespace mmlint::shell {

// A construct of bash. What dash 0.5 does with it was tried (tests/launch/dash_test.py).
struct BashOnly {
  enum class Effect : std::uint8_t {
    kStops,    // dash ends with an error: "Bad substitution", "Syntax error"
    kMisread,  // dash goes on, and runs something else: "[[: not found"
  } effect;
  Span at;
  bool conditional;  // may: some path does not get there
};

// Returns the constructs of bash that dash gets to, in the order in which it does. A syntax error
// counts where the command of the top level begins that has it. Empty for a script that asks for
// BASH_VERSION.
std::vector<BashOnly> bash_only(const shell_syntax::ShellDocument& script);

}  // namespace mmlint::shell
