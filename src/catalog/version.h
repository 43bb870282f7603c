#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mmlint::catalog {

// A release of MMEngine: major, minor, patch.
using Version = std::array<int, 3>;

inline constexpr Version kOldestVersion = {0, 1, 0};   // the first release
inline constexpr Version kNewestVersion = {0, 10, 7};  // the newest that the target files know

// Parses "0.7.3", "0.8" or "v0.10.0rc1": a pre- or post-release counts as its release. Returns
// nullopt for what is no version.
std::optional<Version> parse_version(std::string_view text);
// Returns a version as three numbers: "0.7.3".
std::string printed(const Version& version);

}  // namespace mmlint::catalog
