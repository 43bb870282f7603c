#pragma once

#include <optional>
#include <string_view>

#include "base/key_history.h"
#include "config/provenance.h"
#include "config/resolved.h"

namespace mmlint::config {

// Who set a key of a config that loads, whom that overrode, and what it was computed from; of a key
// that is not there, who took it out. Nullopt if nothing ever set it.
std::optional<KeyHistory> history(const Written& in, const Resolved& config,
                                  std::string_view key_path);

}  // namespace mmlint::config
