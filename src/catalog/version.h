#pragma once

#include "base/result.h"

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

// By which lines a traceback tells the release of MMEngine: rules/mmengine/lines.json, which
// scripts/record-releases writes from the releases themselves.
class ReleaseLines {
 public:
  static Result<ReleaseLines> load();  // what is inside the binary

  // The first and the last of some releases.
  struct Span {
    Version first, last;
  };
  // A call of a traceback; the path is the one in the log.
  struct Call {
    std::string_view path, function;
    std::uint32_t line;
  };
  // Returns the releases in which all these lines are calls of these functions; nullopt if no call
  // is of a function that is known, or no release fits.
  std::optional<Span> releases(const std::vector<Call>& calls) const;

 private:
  using Bits = std::vector<bool>;  // one for each release
  std::vector<Version> releases_;
  std::map<std::string, std::map<std::string, Bits>> lines_;  // by "path:function" and line
};

}  // namespace mmlint::catalog
