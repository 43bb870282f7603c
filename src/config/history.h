#pragma once

#include "base/key_history.h"
#include "config/provenance.h"

namespace mmlint::config {

// Returns the places that set a key of a config that loads, those they overrode, and those its
// value was computed from; for a key that does not exist, the place that removed it. Returns
// nullopt if nothing ever set the key.
std::optional<KeyHistory> history(const Written& in, const Resolved& config,
                                  std::string_view key_path);

}  // namespace mmlint::config
