#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "project/workspace.h"

namespace mmlint::check {

// The comments `# mmlint: ignore[...]` in the files of a run, and which of them were used.
class Suppressed {
 public:
  explicit Suppressed(project::Workspace& workspace) : workspace_(workspace) {}

  // Returns true if a comment with that code is on the line where the span begins; in a shell
  // script also alone on the line above, as a line that ends with a backslash can hold no comment.
  // Marks the comment as used.
  bool is_suppressed(Span span, const std::string& code);
  // Returns true if a comment with that code is on the lines where a config names its bases:
  // findings in other files then do not count this config. Marks the comment as used.
  bool is_out_of(const config::Resolved& config, const std::string& code);
  // Returns true if a file has comments that suppress something, or are meant to.
  bool has_comments(const std::string& path) const { return !comments_of(path).empty(); }
  // Returns true if a comment suppressed something.
  bool any() const { return any_; }
  // Says that not all findings of a file are known, so that its comments may suppress others.
  void set_partial(FileId file) { partial_.insert(file); }
  // Returns a problem for each code in the comments of a file that suppressed nothing, if the code
  // is in `active` and all findings are known, or if it is not the code of a rule. See
  // unused_codes().
  std::vector<Problem> unused(const std::string& path, const std::set<std::string>& active) const;

 private:
  std::span<const Suppression> comments_of(const std::string& path) const;
  bool names(const Suppression& s, const std::string& code);

  project::Workspace& workspace_;
  // Whether a comment has the code of a finding that it may suppress.
  std::map<std::pair<Span, std::string>, bool> named_;
  bool any_ = false;
  std::set<FileId> partial_;
};

}  // namespace mmlint::check
