#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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

// Returns true if the whole path matches the pattern. '*' and '?' stop at '/', "**/" and "/**"
// cross folders, and [a-z] means what it means in the shell.
bool glob_matches(std::string_view pattern, std::string_view path);

}  // namespace mmlint::app
