#pragma once

#include "catalog/keys.h"
#include "catalog/literal.h"

// The verbs of rule files for launch scripts; see verb.h.
namespace mmlint::catalog::verb {

struct UseTorchrun {};  // starts with torchrun what python started

// Renames a variable to `value`; where that variable is set as well, the setting is removed.
struct RenameVariable {
  Literal value;
  static void keys(auto& x, auto& f) { f.must("value", x.value, as::Text{}); }
};

struct ReadPipestatus {};  // replaces $? by ${PIPESTATUS[0]}
struct ReplaceWord {};     // replaces LaunchHit::replaced by LaunchHit::replacement
struct RemoveWord {};      // removes the reported option or setting
struct AddLine {};         // adds LaunchHit::replacement as a line before the reported command

// Sets an environment variable to LaunchHit::replacement for the reported command.
struct SetVariable {
  std::string variable;
  static void keys(auto& x, auto& f) { f.must("variable", x.variable); }
};

}  // namespace mmlint::catalog::verb
