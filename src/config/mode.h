#pragma once

#include <optional>
#include <vector>

#include "syntax/document.h"
#include "value/problem.h"

namespace mmlint::config {

// Which of MMEngine's two config languages a Python file is written in; rule K2, from
// mmengine/config/config.py, Config._is_lazy_import. `decided` is false for a file with neither
// bases nor third-party imports: classic when it is loaded itself, lazy when a lazy config imports
// it.
struct Mode {
  bool lazy = false;
  bool decided = false;
  Span at = {};                         // the statement that decided
  std::optional<Problem> problem = {};  // MMEngine refuses the file here
  std::vector<Problem> hazards =
      {};  // it may be decided otherwise elsewhere, or otherwise than meant
};

// `raw` is the file before any template is expanded; it must have no syntax problems.
Mode decide_mode(const syntax::Document& raw, syntax::Parser& parser);

// True for a statement that makes a file lazy if it is met first: read_base, or an import of what
// is not Python's own.
bool makes_lazy(const syntax::Document& raw, const syntax::Stmt& stmt);

}  // namespace mmlint::config
