#pragma once

#include "project/index.h"
#include "shell/launch.h"

// The files of a project that words of its launch scripts name.
namespace mmlint::launch {

// The files of a project between which programs and launches are found. It borrows all of it.
struct ProjectView {
  project::Workspace& workspace;
  const project::Index& index;                  // every config below the root
  std::span<const std::string> roots;           // absolute paths of the folders of the project
  std::span<const std::string> scripts;         // absolute paths
  std::span<const std::string> launch_scripts;  // absolute paths
};

// A path that a word of a launch script names.
struct NamedFile {
  std::string path;  // absolute; empty if no file or folder was found
  // True if the word and the working folder are known, and nothing is there at any place that the
  // word can mean.
  bool missing = false;
};

// Where a word is written: in which launch script, and for which working folder.
struct WordPlace {
  const shell::ExpandedWord& folder;  // the working folder
  const std::string& launcher;        // absolute path of the launch script
  bool elsewhere = false;             // Launch::elsewhere
};

class FileFinder {
 public:
  explicit FileFinder(const ProjectView& project) : project_(project) {}

  // Returns the file that a word names.
  NamedFile find(const shell::ExpandedWord& word, const WordPlace& place) const;
  // Returns true if `python -m` of the word surely finds no module: the folder where it runs has
  // the package, which the project makes alone, without it.
  bool lacks_module(const shell::ExpandedWord& word, const WordPlace& place) const;
  // Returns the scripts of the project that a word may name, of which a part is not known:
  // tools/train.py and tools/test.py for tools/$1.py.
  std::vector<std::string> find_scripts(const shell::ExpandedWord& word,
                                        const WordPlace& place) const;
  // Returns the file that a container or another machine has under the path `value`, for a launch
  // script in the folder `own`.
  NamedFile find_copy(std::string_view value, const std::string& own) const;
  bool is_ours(const std::string& path) const;  // below a root

 private:
  const ProjectView project_;
};

}  // namespace mmlint::launch
