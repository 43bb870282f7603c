#pragma once

#include "config/resolved.h"

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

// Follows merges, imports and base variables back to the origin of the entry that was defined
// first. Returns null for null.
const Origin* definer(const Origin* origin);
// As definer(), but ends at the merge that a file did, if there is one on the way.
const Origin* definer(const Origin* origin, FileId file);
// Returns where a top-level key of a config is first defined; the config's first statement if
// nothing defines it.
Span definition(const Resolved& config, std::string_view key);
// Returns the definer of the deepest dict entry that exists on the way to a key path; null if not
// even the top-level key is there, or its place is not known.
const Origin* nearest_definer(const Resolved& config, std::string_view key_path);

}  // namespace mmlint::config
