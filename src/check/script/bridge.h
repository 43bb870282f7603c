#pragma once

#include "catalog/target.h"
#include "script/facts.h"

namespace mmlint::check {

// Returns the first import of a target's bridge, a module of the vendor that replaces torch.cuda
// (the fact scripts.bridges), or of a module inside of it; the end if there is none.
std::vector<script::Import>::const_iterator find_bridge(const std::vector<script::Import>& imports,
                                                        const catalog::Target& target);

}  // namespace mmlint::check
