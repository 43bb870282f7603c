#pragma once

#include <span>

#include "catalog/json_reader.h"
#include "catalog/target.h"
#include "catalog/version.h"

namespace mmlint::catalog {

// Returns the "history" of a target file, newest entry first. `target` holds the other members of
// the file: an entry may only name facts of the target, with values of the type that they have now.
// Whatever is wrong is noted as a fault of the file.
std::vector<Target::Past> load_history(const Node& node, const Target& target);

// Returns the release that a file of rules/ names by three numbers ("0.10.7"). It must be newer
// than kOldestVersion and not newer than kNewestVersion; any other is a fault of the file.
Version load_version(const Node& node);

// Changes a target to what it was under an earlier release of MMEngine: undoes each entry of its
// history that came with a later release.
void go_back(Target& target, const Version& mmengine);

}  // namespace mmlint::catalog
