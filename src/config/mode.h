#pragma once

#include "syntax/document.h"
#include "value/problem.h"

namespace mmlint::config {

// The config language, classic or lazy, in which a Python file is written, as
// Config._is_lazy_import in mmengine/config/config.py decides it (rule K2). `decided` is false for
// a file with neither bases nor third-party imports: it is classic when it is loaded itself, and
// lazy when a lazy config imports it.
struct Mode {
  bool lazy = false;
  bool decided = false;
  bool refused = false;  // MMEngine refuses the file at this step
  Span at = {};          // the statement that decided
};

// A mode, and what is to be said of it.
struct Decided {
  Mode mode = {};
  std::optional<Problem> problem = {};  // set if the mode is refused
  // MMEngine may decide otherwise elsewhere, or not as was meant.
  std::vector<Problem> hazards = {};
};

// Returns the mode of a file. `raw` is the file before its templates are expanded; it must have no
// syntax problems.
Decided decide_mode(const syntax::Document& raw);

// Returns true for a statement that makes a file lazy if MMEngine meets it first: an import of a
// module that is not part of Python, or a `with read_base():`.
bool makes_lazy(const syntax::Document& raw, const syntax::Stmt& stmt);

}  // namespace mmlint::config
