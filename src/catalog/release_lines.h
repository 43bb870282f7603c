#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/version.h"

namespace mmlint::catalog {

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
  std::map<std::string, std::map<std::uint32_t, Bits>, std::less<>> lines_;  // by "path:function"
};

}  // namespace mmlint::catalog
