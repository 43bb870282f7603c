#pragma once

#include "catalog/target.h"
#include "launch/program_store.h"

namespace mmlint::check {

// Returns the first import of a target's bridge or of one of its submodules; the end iterator if no
// import matches. A bridge is a vendor module that replaces torch.cuda (the fact scripts.bridges).
std::vector<script::Import>::const_iterator find_bridge(const std::vector<script::Import>& imports,
                                                        const catalog::Target& target);

// Returns true if a program runs behind the target's bridge: it imports it, or all scripts that run
// it do, or each launch sets a variable that loads it. `script` is what the program does, in any
// run or in one.
bool is_bridged(const script::Summary& script, const launch::ProgramFacts& facts);
// Returns true if torch.cuda.is_available() is True behind that bridge, by itself or because the
// script or each launch sets the variable scripts.bridge_shown_by.
bool bridge_shows_cuda(const script::Summary& script, const launch::ProgramFacts& facts);

}  // namespace mmlint::check
