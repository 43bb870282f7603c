#pragma once

#include "resolve/body.h"
#include "resolve/eval/evaluator.h"

// What MMEngine refuses in a classic config besides what its body does.
namespace mmlint::resolve {

// MMEngine takes every `_base_ = ...` out of the code; a block that held nothing else is empty then
// and cannot be compiled (mmengine/config/utils.py, RemoveAssignFromAST).
void refuse_emptied_blocks(Resolved& out, const BodyInput& input);

// Raises TypeError for a `_deprecation_` that MMEngine cannot read (rule D1; mmengine/config/
// config.py, Config._file2dict).
void check_deprecation(Evaluator& e, const Value& exported);

// Raises TypeError for what MMEngine cannot copy (rule S1): a module inside a container.
void check_copyable(Evaluator& e, const Value& exported);

}  // namespace mmlint::resolve
