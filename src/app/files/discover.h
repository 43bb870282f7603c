#pragma once

#include "base/file_system.h"
#include "base/run_report.h"
#include "project/gitignore.h"

namespace mmlint::app {

// Says which files below a folder are looked at.
struct Filter {
  bool gitignore = true;
  std::vector<std::string> exclude;  // names, or paths and patterns relative to the root
  std::string root;
  // Leaves out folders with settings of their own, which are listed as `nested`.
  bool stops_at_settings = false;
  int jobs = 1;  // threads
};

// The files that were found, and those that were left out, each with the reason.
struct FoundFiles {
  std::vector<std::string> files;  // absolute, sorted, once each
  // The folders that were listed; no symlink leads to one of them from the first.
  std::unordered_set<std::string> folders;
  std::set<std::string> links;  // the symlinks in them, absolute
  std::vector<Skipped> skipped;
  std::vector<std::string> nested;
};

// Returns where git looks for what the user of this process has set.
project::GitUser git_user();

// Finds every Python file and shell script below a folder, and every JSON or YAML file that may
// name a base. Symlinks to folders are not followed, so that loops end. It leaves out .git, caches,
// virtual environments and what git ignores, but not what git tracks.
FoundFiles find_files(const FileSystem& files, const std::string& folder, const Filter& filter);

// Where files of a project really are, without symlinks. Folders that a walk has listed are not
// listed again. Borrows all that it is made of; for one thread.
class RealFolders {
 public:
  // `walks` are by the folder that was walked.
  RealFolders(const FileSystem& disk, const std::map<std::string, FoundFiles>& walks,
              const std::vector<std::string>& roots)
      : disk_(disk), walks_(walks), roots_(roots) {}

  // Returns true if the file at an absolute path is a symlink itself.
  bool is_link(const std::string& path) const;
  // Returns the real path of a file; the path itself if it cannot be followed.
  std::string of(const std::string& path) const;
  // Returns true if a file is really in one of the roots, or below.
  bool is_below_root(const std::string& path) const;

 private:
  struct Folder {
    std::string real;             // its path without symlinks
    std::set<std::string> links;  // the names in it that are symlinks
    bool is_inside = false;       // `real` is a root without symlinks, or below one

    bool has_link(std::string_view path) const;  // the file in it at that path is a symlink
  };
  const Folder& folder_of(const std::string& path) const;
  void read(const std::string& name, Folder& out) const;
  bool is_inside(const std::string& real) const;

  const FileSystem& disk_;
  const std::map<std::string, FoundFiles>& walks_;
  const std::vector<std::string>& roots_;
  mutable std::unordered_map<std::string, Folder> folders_;  // by path
};

}  // namespace mmlint::app
