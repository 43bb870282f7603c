#pragma once

#include "app/settings/options.h"

namespace mmlint::app {

// The release of MMEngine to judge for: --mmengine, else what a requirements*.txt of the project
// (beside its root or in its folder requirements) pins with ==, else the newest known.
struct MMEngineVersion {
  catalog::Version version = catalog::kNewestVersion;
  std::string note;        // why it is that release, for the report; may be empty
  std::string place = {};  // where it is named: "requirements.txt:3"; empty: nowhere
};
// Returns that release, or the error of a --mmengine that is none.
Result<MMEngineVersion> mmengine_version(const Options& options);

// Returns the release of MMEngine that a line of a requirements file pins, "0.7.3" for
// "mmengine-lite == 0.7.3  # comment"; empty if it pins none.
std::string pinned_mmengine(std::string_view line);

}  // namespace mmlint::app
