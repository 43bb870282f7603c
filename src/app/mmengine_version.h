#pragma once

#include <string>

#include "app/options.h"
#include "base/result.h"
#include "catalog/version.h"

namespace mmlint::app {

// The release of MMEngine to judge for: --mmengine, else what a requirements*.txt of the project
// (beside its root or in its folder requirements) pins with ==, else the newest known.
struct MMEngineVersion {
  catalog::Version version = catalog::kNewestVersion;
  std::string note;  // what the reader of a report must know about it; may be empty
};
Result<MMEngineVersion> mmengine_version(const Options& options);

// "0.7.3" out of a line such as "mmengine-lite == 0.7.3  # comment", empty if it pins nothing.
std::string pinned_mmengine(std::string_view line);

}  // namespace mmlint::app
