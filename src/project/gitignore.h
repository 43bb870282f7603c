#pragma once

#include "base/file_system.h"

namespace mmlint::project {

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

// The folders in which git looks for a user's settings. An empty path is skipped.
struct GitUser {
  std::string home = {};         // $HOME
  std::string config_home = {};  // $XDG_CONFIG_HOME
};

// Returns the texts of the files that give git patterns for a work tree besides its .gitignore
// files, as gitignore(5) says: first the user's core.excludesFile (git/ignore below
// $XDG_CONFIG_HOME or ~/.config if no configuration names one), then info/exclude in the
// repository, which takes precedence. Their patterns are relative to `top`, the absolute path of
// the work tree. A file that is missing or cannot be read is skipped. Includes of git
// configurations are not followed.
std::vector<std::string> git_excludes(const FileSystem& files, const std::string& top,
                                      const GitUser& user);

// Returns the path of the index of the work tree at the absolute path `top`.
std::string git_index(const FileSystem& files, const std::string& top);

// The patterns that apply to a path, a set for each file; later ones take precedence.
using Ignores = std::vector<GitIgnore>;

inline constexpr const char* kGitIgnore = ".gitignore";

// Adds the .gitignore file of a folder, if it has one. Returns the error if that cannot be read.
Status add_ignores(const FileSystem& files, const std::string& folder, Ignores& out);
// Returns true if git ignores a path.
bool ignores(const Ignores& all, std::string_view path, bool is_folder);
// Returns the patterns that apply to a folder of a work tree from outside of it: without its own
// .gitignore file and those below it. `top` is the root of the work tree.
Ignores ignores_above(const FileSystem& files, const std::string& folder, const std::string& top,
                      const GitUser& user = {});

// Returns the root of the git work tree that holds a path; empty if the path is in no work tree.
std::string git_root(const FileSystem& files, const std::string& path);
// Returns true if git does not track a file and ignores it, or a folder above it up to the root of
// the work tree. The file need not exist.
bool is_ignored(const FileSystem& files, const std::string& path, const std::string& top,
                const GitUser& user = {});

}  // namespace mmlint::project
