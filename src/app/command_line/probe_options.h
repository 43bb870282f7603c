#pragma once

#include <optional>
#include <string>

#include "app/settings/options.h"

namespace mmlint::app {

// Returns what is wrong with the words behind `mmlint probe`; nullopt if nothing is.
std::optional<std::string> wrong_probing(const Options& options);

}  // namespace mmlint::app
