#pragma once

#include "value/problem.h"

namespace mmlint::python {

// A Python exception of the config, thrown as a C++ exception on its way to a handler in the config
// or to the code that runs the config.
struct Raised {
  std::string exception;  // "KeyError"
  std::string detail;
  Span span;
  ProblemKind kind = ProblemKind::kConfigRaises;
  std::map<std::string, std::string> captures = {};
};

// The exception whose handler runs.
struct Handled {
  const Raised& raised;
  const Value* bound;  // what the handler calls it, null if it has no name for it
};

// Returns true for the name of one of Python's builtin exception classes.
bool is_exception(std::string_view name);

// Thrown when a limit on steps, depth or size is hit. Code of the config cannot catch it.
struct LimitReached {
  std::string limit;
  Span span;
};

}  // namespace mmlint::python
