#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "project/workspace.h"

namespace mmlint::check {

// The comments `# mmlint: ignore[...]` of a run, and which of them took a finding away.
class Suppressed {
 public:
  explicit Suppressed(project::Workspace& workspace) : workspace_(workspace) {}

  // Returns true if a comment with that code is on the line of the span; in a shell script also
  // alone on the line above, as a line that ends with a backslash can hold no comment. Notes it as
  // used.
  bool is_suppressed(Span span, const std::string& code);
  // Returns true if such a comment is on the lines where a config names its bases: it takes this
  // config out of findings elsewhere. Notes it as used.
  bool is_out_of(const config::Resolved& config, const std::string& code);
  // Returns a problem for each code in the comments of a file that took nothing away, though its
  // rule is among `active`. To be asked when everything that reaches the file has been judged.
  std::vector<Problem> unused(const std::string& path, const std::set<std::string>& active) const;

 private:
  std::span<const Suppression> comments_of(const std::string& path) const;
  bool names(const Suppression& s, const std::string& code);

  project::Workspace& workspace_;
  std::set<std::pair<Span, std::string>> used_;  // comment and code
};

}  // namespace mmlint::check
