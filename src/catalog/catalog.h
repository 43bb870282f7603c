#pragma once

#include "catalog/target.h"

namespace mmlint::catalog {

// The file of a folder of rules that lists the codes that are never used again.
inline constexpr std::string_view kRetired = "retired.json";

// Owns every rule and target of a run. Nothing of it changes after loading.
class Catalog {
 public:
  // A JSON file of the user's own rules, which the caller has read. The path says what it holds:
  // retired codes if the file is called retired.json, a target if its folder is called targets,
  // else a rule.
  struct File {
    std::string path;
    std::string json;
  };
  // Returns the rules and targets inside the binary and in `extra`, the targets with the facts that
  // they have under the release `mmengine`. A code that is given twice is an error unless
  // `replacing`: then a rule of `extra` replaces the one inside the binary that has its code.
  // Loading is strict: the first unknown key, unbound placeholder, missing example or missing text
  // is an error that names file and key.
  static Result<Catalog> load(std::span<const File> extra = {},
                              const Version& mmengine = kNewestVersion, bool replacing = false);

  // Returns the rules and targets of read_image(), the targets as above; the same as load() returns
  // for no `extra`.
  static Catalog of_image(std::string_view bytes, const Version& mmengine = kNewestVersion);

  const std::vector<Rule>& rules() const { return rules_; }        // sorted by code
  const std::vector<Target>& targets() const { return targets_; }  // sorted by name
  // These return null for a name that they do not know. A rule is known by its code and by its
  // name: "MM101" or "unsupported-backend"; a target also by its aliases. Capital letters are taken
  // for small ones.
  const Rule* rule(std::string_view code_or_name) const;
  const Target* target(std::string_view name) const;

  // Returns the code or the name of a rule that may have been meant by a word, or nullopt if none
  // is near enough.
  std::optional<std::string> nearest(std::string_view word) const;

  // Returns the rules that apply on a target, with their severity there: those whose `when` holds,
  // that are of this release of MMEngine, and that the target does not silence.
  struct Active {
    const Rule* rule;
    Severity severity;
    bool asked = false;   // the user names just this rule: what it says as information is fixed too
    bool fixable = true;  // the user's settings let it be fixed
  };
  // With `any_release` those of other releases too.
  std::vector<Active> active(const Target& target, bool any_release = false) const;
  // Returns the severity of a rule of this catalog on a target, or its own if it does not apply
  // there.
  Severity severity_on(const Rule& rule, const Target& target) const;

  // Returns the codes that a selector means, such as "MM101", "MM3" (a prefix) or
  // "unsupported-backend". If it means none, the error names the most similar code or name, or
  // --rules for what looks like the code of a user's rule where no such rules were read.
  Result<std::vector<std::string>> codes(std::string_view selector) const;

 private:
  void go_back_to(const Version& mmengine);

  std::vector<Rule> rules_;
  std::vector<Target> targets_;
  Version mmengine_ = kNewestVersion;
};

// The values of placeholders other than {target.PATH}, by name: {"key": "env_cfg"}. A capture that
// is called as a fact ("target.name") takes precedence over the fact.
using Captures = std::map<std::string, std::string, std::less<>>;

// Returns a text with its {captures} and {target.PATH} filled in; "{{" and "}}" stand for braces.
// Loading has checked that every placeholder is bound: an unbound one is an internal error.
std::string fill(std::string_view text, const Captures& captures, const Target& target);

// Returns a literal in which every string that is exactly "{target.PATH}" is replaced by that fact.
Literal fill(const Literal& literal, const Target& target);

}  // namespace mmlint::catalog
