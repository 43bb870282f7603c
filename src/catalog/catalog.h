#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// The file of a folder of rules that lists the codes that are never used again.
inline constexpr std::string_view kRetired = "retired.json";

// Owns every rule and target of a run. Nothing of it changes after loading.
class Catalog {
 public:
  // The rules and targets inside the binary, then every *.json below each of `extra_folders`' files
  // (path and text, read by the caller). Strict: the first unknown key, unbound placeholder,
  // duplicate code, missing example or missing text is an error that names file and key.
  struct File {
    std::string path;
    std::string json;
  };
  // Everything is as `mmengine` has it. If `replacing`, an extra rule stands in for the one inside
  // the binary that has its code; else that is an error.
  static Result<Catalog> load(std::span<const File> extra = {},
                              const Version& mmengine = kNewestVersion, bool replacing = false);

  const std::vector<Rule>& rules() const { return rules_; }        // sorted by code
  const std::vector<Target>& targets() const { return targets_; }  // sorted by name
  const Rule* rule(std::string_view code_or_name) const;  // "MM101" or "unsupported-backend"
  const Target* target(std::string_view name) const;

  // Returns the rules that apply on a target, with their severity there: those whose `when` holds,
  // that are of this release of MMEngine, and that the target does not silence.
  struct Active {
    const Rule* rule;
    Severity severity;
  };
  std::vector<Active> active(const Target& target) const;

  // Returns the codes that a selector means, such as "MM101", "MM3" (a prefix) or
  // "unsupported-backend"; if it means none, an error with the most similar name, or, for a code of
  // a user's rule where none was read, with how to read it.
  Result<std::vector<std::string>> codes(std::string_view selector) const;

 private:
  std::vector<Rule> rules_;
  std::vector<Target> targets_;
  Version mmengine_ = kNewestVersion;
};

// Names a text may use besides {target.PATH}; one that is given here stands before the fact.
using Captures = std::map<std::string, std::string, std::less<>>;

// Returns a text with its {captures} and {target.PATH} filled in; "{{" and "}}" stand for braces.
// Loading has checked that every placeholder is bound: an unbound one is an internal error.
std::string fill(std::string_view text, const Captures& captures, const Target& target);

// Returns a literal in which every string that is exactly "{target.PATH}" is replaced by that fact.
Literal fill(const Literal& literal, const Target& target);

}  // namespace mmlint::catalog
