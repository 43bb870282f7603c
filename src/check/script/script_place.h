#pragma once

#include <string>

#include "base/span.h"
#include "script/program_point.h"

namespace mmlint::check {

// A place of a script that makes a fact about it hold, {"script": NAME} in a rule.
struct ScriptPlace {
  Span at;    // where it is reported
  Span fact;  // the whole call or statement
  std::string name;
  script::ProgramPoint point;
};

}  // namespace mmlint::check
