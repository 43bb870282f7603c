#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace re2 {
class RE2;
}

namespace mmlint::catalog {

// A compiled regular expression of RE2, which takes linear time on any input.
class Regex {
 public:
  // Returns an error that quotes the pattern and RE2's reason if RE2 refuses it.
  static Result<std::shared_ptr<const Regex>> compile(const std::string& pattern);
  ~Regex();
  bool matches(std::string_view text) const;  // anywhere in the text

 private:
  explicit Regex(std::unique_ptr<re2::RE2> regex);
  std::unique_ptr<re2::RE2> regex_;
};

}  // namespace mmlint::catalog
