#pragma once

#include <span>

#include "catalog/json_reader.h"
#include "catalog/target.h"
#include "catalog/version.h"

namespace mmlint::catalog {

// Loads the "history" of a target file whose other members are loaded: the newest first, every fact
// known to the target and of the type that it has now.
std::vector<Target::Past> load_history(const Node& node, const Target& target);

// A version as files of rules/ write it: three numbers, between the oldest and the newest known.
Version load_version(const Node& node);

// Makes a target what it was under an earlier MMEngine: everything that came later is taken back.
void go_back(Target& target, const Version& mmengine);

}  // namespace mmlint::catalog
