#pragma once

#include "catalog/target.h"
#include "script/facts.h"

namespace mmlint::check {

// Returns the first import of a target's bridge or of one of its submodules; the end iterator if no
// import matches. A bridge is a vendor module that replaces torch.cuda (the fact scripts.bridges).
std::vector<script::Import>::const_iterator find_bridge(const std::vector<script::Import>& imports,
                                                        const catalog::Target& target);

}  // namespace mmlint::check
