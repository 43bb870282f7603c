#pragma once

#include "script/summary.h"

// Modules of torch.nn, and those of the project that are made of them.
namespace mmlint::project {
class Workspace;
}

namespace mmlint::check {

// Returns true if a call certainly makes a module that has parameters of its own.
bool brings_parameters(const script::Call& maker, const script::Summary& script,
                       project::Workspace& workspace);
// Returns true if a call certainly makes a module that has buffers, such as the running means of
// BatchNorm.
bool brings_buffers(const script::Call& maker, const script::Summary& script,
                    project::Workspace& workspace);

}  // namespace mmlint::check
