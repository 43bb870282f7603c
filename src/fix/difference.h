#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "project/workspace.h"

namespace mmlint::fix {

// Returns every key whose value differs between two states of one config. A dict that only one of
// them has is one difference, at its own key. Two unknown values are equal if the same text made
// them.
std::vector<Intent> differences(const config::Resolved& before, const config::Resolved& after,
                                const SourceStore& sources);

// Returns true if a config loads after an edit as it did before: both times, or neither time for
// the same problem in the same text. A config that only its encoding kept from loading may begin to
// load.
bool loads_as_before(const config::Resolved& before, const config::Resolved& after,
                     const SourceStore& sources);

// Returns true if a key path matches a pattern of rule files, where '*' stands for one part of the
// path and '**' for any number.
bool matches_key_pattern(std::string_view key, std::string_view pattern);

}  // namespace mmlint::fix
