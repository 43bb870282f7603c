#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/source.h"
#include "value/origin.h"

namespace mmlint::config {

// The texts of the configs, and the environment variables that they were resolved with. Both must
// outlive this object.
struct Written {
  const SourceStore& sources;
  const std::map<std::string, std::string>& environment;
};

// Returns how a value came to its key, in a word or two: "literal", "merged", "base variable", ...
std::string_view how_name(const Origin& origin, const Written& in);

// Returns the name of the environment variable that a value was written or computed with, or an
// empty text if there is none.
std::string environment_name(const Origin& origin, const Written& in);

}  // namespace mmlint::config
