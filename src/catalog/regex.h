#pragma once

#include "base/result.h"

namespace re2 {
class RE2;
}

namespace mmlint::catalog {

// A regular expression of RE2, which takes linear time on any input.
class Regex {
 public:
  // Returns an error that quotes the pattern and RE2's reason if RE2 refuses it.
  static Result<std::shared_ptr<const Regex>> compile(const std::string& pattern);
  // Returns a pattern that compile() has taken once, to be compiled when it is first asked.
  static std::shared_ptr<const Regex> checked_before(std::string pattern);
  ~Regex();
  const std::string& pattern() const { return pattern_; }
  bool matches(std::string_view text) const;  // anywhere in the text
  // Returns what the first group holds where the pattern matches; nullopt if it does not match or
  // has no group.
  std::optional<std::string> group(std::string_view text) const;
  // How texts end that a pattern matches.
  struct Ends {
    std::string last;                                     // what all of them end with; may be empty
    std::bitset<256> last_two;                            // by a hash of the last two bytes
    std::size_t shortest = static_cast<std::size_t>(-1);  // bytes, at least 2
  };
  // Returns the pattern that finds any of these texts as they are written.
  static std::string any_of(const std::vector<std::string>& texts);

 private:
  explicit Regex(std::string pattern);
  const re2::RE2& compiled() const;

  std::string pattern_;
  const std::optional<Ends> ends_;
  mutable std::once_flag once_;  // several threads may ask first
  mutable std::unique_ptr<const re2::RE2> regex_;
};

}  // namespace mmlint::catalog
