#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/span.h"
#include "value/problem.h"
#include "value/value.h"

namespace mmlint::python {

// A Python exception of the config, on its way to a handler in the config or to the resolver. Does
// not leave this folder.
struct Raised {
  std::string exception;  // "KeyError"
  std::string detail;
  Span span;
  ProblemKind kind = ProblemKind::kConfigRaises;
  std::map<std::string, std::string> captures;
};

// The exception whose handler runs.
struct Handled {
  const Raised& raised;
  const Value* bound;  // what the handler calls it, null if it has no name for it
};

bool is_exception(std::string_view name);  // a builtin exception class

// A bound on steps, depth, size or time was hit. Cannot be caught by the config.
struct LimitReached {
  std::string limit;
  Span span;
};

}  // namespace mmlint::python
