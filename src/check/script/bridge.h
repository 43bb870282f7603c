#pragma once

#include "catalog/target.h"
#include "script/facts.h"

namespace mmlint::check {

// Returns true for the import of a target's bridge, a module of the vendor that replaces torch.cuda
// (the fact scripts.bridges), or of a module inside of it.
bool is_bridge(const script::Import& import, const catalog::Target& target);

}  // namespace mmlint::check
