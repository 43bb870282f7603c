#pragma once

#include "check/common/request.h"

namespace mmlint::check {

// The comments `# mmlint: ignore[...]` in the files of a run, and which of them were used. Comments
// of one statement that name the same rule are all used if one is. For use by one thread.
class Suppressed {
 public:
  explicit Suppressed(project::Workspace& workspace) : workspace_(workspace) {}

  // Returns true if a comment that names the rule holds for the statement where the span begins, or
  // for its file. Marks the comment as used.
  bool is_suppressed(Span span, const catalog::Rule& rule);
  // Returns true if a comment that names the rule holds for where a config names its bases, or for
  // all of it: findings in other files then do not count this config. Marks the comment as used.
  bool is_out_of(const config::Resolved& config, const catalog::Rule& rule);
  // Returns true if a file has comments that suppress something, or are meant to.
  bool has_comments(const project::Workspace::Facts& file) const;
  // Returns true if a comment suppressed something.
  bool any() const { return any_; }
  // Says that not all findings of a file are known, so that its comments may suppress others.
  void set_partial(FileId file);
  // Returns a problem for each comment of a file that is not written as mmlint reads it, and for
  // each name in the others that is no rule of the catalog, or of a rule that is in `active` and of
  // which nothing was suppressed although all findings are known. See unused_codes().
  std::vector<Problem> unused(const std::string& path, const std::set<std::string>& active,
                              const catalog::Catalog& catalog);

 private:
  // The number of a statement, or one of these.
  using Place = std::size_t;
  static constexpr Place kWholeFile = static_cast<Place>(-1);
  static constexpr Place kBases = static_cast<Place>(-2);  // where a config names its bases

  // A comment and the places that it holds for.
  struct Comment {
    const Suppression* written;
    std::vector<Place> places;
  };
  struct File {
    const Suppressions* found;  // owned by the workspace; never null
    std::vector<Comment> comments;
    // What comments name in small letters, with the place, and whether it was used.
    std::map<std::pair<Place, std::string>, bool> names;
  };
  File& file(const std::string& path);
  File& file(FileId id);
  const Suppressions& read(const project::Workspace::Facts& file) const;
  bool names_bases(const std::string& path, const StatementLines& statement) const;
  bool use(File& file, Place place, const catalog::Rule& rule);

  project::Workspace& workspace_;
  std::unordered_map<std::string, File> files_;  // by path
  std::unordered_map<FileId, File*> by_id_;      // the same
  bool any_ = false;
  std::set<FileId> partial_;
};

// Returns a problem for each code or name in the comments of a file that suppressed nothing. Of a
// rule whose code is one of `active` that is known only if all of the file was judged: a config
// that loads, as do all that inherit it, or a script whose every path was followed. To be called
// when everything that reaches the file has been judged.
std::vector<Problem> unused_codes(Suppressed& suppressed, const Request& request,
                                  const project::Workspace::Facts& file,
                                  const std::set<std::string>& active);

}  // namespace mmlint::check
