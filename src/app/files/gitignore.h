#pragma once

#include "base/file_system.h"

namespace mmlint::app {

// The patterns of one .gitignore file, as gitignore(5) describes them.
class GitIgnore {
 public:
  // `folder` is the absolute path of the folder that holds the file, and `text` the file's text.
  GitIgnore(std::string folder, std::string_view text);

  // Returns what the last matching pattern says about a path below the folder: 1 if it ignores the
  // path, -1 if it is negated ("!pattern") and re-includes the path; 0 if no pattern matches.
  int decide(std::string_view path, bool is_folder) const;

 private:
  struct Pattern {
    std::string glob;
    bool negated;
    bool only_folders;
    bool anchored;  // matched against the whole path below the folder, not just the name
  };
  bool decides(const Pattern& pattern, std::string_view below, bool is_folder) const;

  std::string folder_;
  std::vector<Pattern> patterns_;
  // The last pattern that is just a name, by that name, for files and for folders; and the indexes
  // of all other patterns.
  std::unordered_map<std::string, std::size_t> names_[2];
  std::vector<std::size_t> globs_;
};

// Returns the texts of the patterns that git has for a work tree besides its .gitignore files, as
// gitignore(5) says: of the user's core.excludesFile (git/ignore below $XDG_CONFIG_HOME or
// ~/.config if no configuration names one), then of info/exclude in the repository, which is
// stronger. Both are relative to `top`, the absolute path of the work tree. A file that is not
// there or cannot be read has none; a configuration is read without what it includes.
std::vector<std::string> git_excludes(const FileSystem& files, const std::string& top);

// Returns the path of the index of the work tree at the absolute path `top`.
std::string git_index(const FileSystem& files, const std::string& top);

}  // namespace mmlint::app
