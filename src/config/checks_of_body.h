#pragma once

#include <functional>

#include "config/body.h"
#include "python/eval/evaluator.h"

// What MMEngine refuses in a config although its body would run.
namespace mmlint::config {

// Adds a problem to `out` for the first block that becomes empty, and so cannot be compiled, when
// MMEngine removes statements before it compiles the code (mmengine/config/utils.py,
// RemoveAssignFromAST and ImportTransformer). `is_taken_out` says which statements those are.
using IsTakenOut = std::function<bool(const syntax::Stmt&)>;
void refuse_emptied_blocks(Resolved& out, const BodyInput& input, const IsTakenOut& is_taken_out);

// Raises TypeError for a `_deprecation_` that MMEngine cannot read (rule D1; mmengine/config/
// config.py, Config._file2dict).
void check_deprecation(python::Evaluator& e, const Value& exported);

// Raises TypeError for a value that MMEngine cannot copy (rule S1), such as a module inside a
// container.
void check_copyable(python::Evaluator& e, const Value& exported);

}  // namespace mmlint::config
