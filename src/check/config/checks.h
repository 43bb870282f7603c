#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/config/matcher.h"

namespace mmlint::check {

// Returns the fact that {"config": NAME} of a rule asks. The names for this and the next function
// are in catalog/vocabulary.h; both throw InternalError for any other name.
ConfigFact fact_of(std::string_view name);

// Returns the answer of {"check": NAME} of a rule about configs. `files` serves the checks that
// look at other files of the project.
Answer run_check(std::string_view name, const ConfigView& view, const FileSystem& files);

// Returns whether something reads env_cfg.dist_cfg. A module that the config imports, or a script,
// may make the process group without it, and MMEngine then makes none.
Answer dist_cfg_is_read(const ConfigView& view, const FileSystem& files);

}  // namespace mmlint::check
