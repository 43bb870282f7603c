#pragma once

#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "check/config/view.h"
#include "check/evaluate.h"
#include "value/key_path.h"

namespace mmlint::check {

// A value that a primary matcher matched; `found.value` is null if the key is absent.
struct Hit {
  std::string key;
  FoundValue found;
};

// A rule about configs made ready for a target: operands that name facts are filled in. Borrows the
// target.
class Matcher {
 public:
  Matcher(const catalog::Match& match, const catalog::Target& target);
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // Returns every value that the rule is about in this config; empty unless the whole match holds.
  // The values belong to the config. `files` serves the checks that look at other files of the
  // project.
  // If that is not known, *unknown gets the key that decides, where one does.
  std::vector<Hit> find(const ConfigView& view, const FileSystem& files,
                        std::string* unknown = nullptr) const;
  // Returns the problem that the rule is about ("syntax-error"); empty for other rules.
  std::string_view problem() const;

 private:
  // Returns what a leaf of the match says; only primary ones add hits.
  Answer test(const catalog::Match& leaf, const ConfigView& view, const FileSystem& files,
              std::vector<Hit>& hits, std::string& unknown) const;
  Answer test_key(const catalog::Match& leaf, const ConfigView& view, std::vector<Hit>& hits,
                  std::string& unknown) const;

  catalog::Match match_;
  const catalog::Target& target_;
  std::vector<const catalog::Match*> primary_;
};

}  // namespace mmlint::check
