#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "project/workspace.h"

namespace mmlint::fix {

// Every key whose value differs between two resolutions of one config, from the outside in: a dict
// that is new is one change. Unknown equals unknown if the same text made it so.
std::vector<Intent> changes(const config::Resolved& before, const config::Resolved& after,
                            const SourceStore& sources);

// True if both load, or both fail at the same place with the same problem; or if what kept the
// first from loading was only its encoding.
bool same_outcome(const config::Resolved& before, const config::Resolved& after,
                  const SourceStore& sources);

// A key path matches a pattern of rule files ('*' is one part, '**' any number).
bool key_matches(std::string_view key, std::string_view pattern);

}  // namespace mmlint::fix
