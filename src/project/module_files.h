#pragma once

#include "project/import_scan.h"
#include "project/loaded_files.h"
#include "script/module_finder.h"

namespace mmlint::project {

// Finds the modules that scripts import from the projects of a run, and reads each once. Python
// looks for them in the folder of the script that is started, then in the folders of PYTHONPATH.
// Which these are is not known; this takes what the script, or a module beside it that it imports,
// adds to sys.path, the folders above the script, up to the project's root, and the root's `src`
// and `lib`.
class ModuleFiles {
 public:
  explicit ModuleFiles(LoadedFiles& files) : files_(files) {}
  // Takes the imports of files that have not changed from `below`, which must outlive this object.
  ModuleFiles(LoadedFiles& files, const ModuleFiles& below);

  // Reads every file that is imported, directly or not, by those of the scripts that do something
  // when they are started. Remembers which of these are programs that rules may be about: the text
  // of the script or of a file that it imports names torch, mmengine or mmcv. A module of a package
  // that a program imports is none, whatever it calls: it is part of that one. For one thread.
  void load(std::span<const std::string> scripts);
  // Returns the files that a loaded script imports, directly or not, sorted by path. Empty if the
  // script is no program: most files of a library only define what others import, and are judged
  // with the programs that import them, or alone.
  // Valid as long as this object is.
  const std::vector<std::string>& imported(const std::string& script) const;
  // Returns a finder of the modules of a loaded script, or null if it is no program. It refers to
  // this object and to `parser`. Several threads may use finders at the same time, each with its
  // own parser.
  std::unique_ptr<script::ModuleFinder> finder(const std::string& script) const;

 private:
  class Finder;
  // What a module name stands for: the file of a module, the __init__.py of a package, or the
  // folder of a package without one, which is not regular.
  struct Found {
    std::string path;
    std::string folder;  // of a package; empty for a module
    bool is_regular = true;
  };
  // What a folder holds, and the modules that have been looked for in it.
  struct Folder {
    bool is_listed = false;  // false: its names cannot be read, though it is a folder
    std::unordered_set<std::string> names;
    std::unordered_map<std::string, std::optional<Found>> modules;
  };
  std::string_view text_of(const std::string& path) const;  // empty if it cannot be read
  // Returns true if the text of a file names one of the libraries that rules are about.
  bool names_library(const std::string& path);
  void load_imports(const std::vector<std::string>& scripts);  // directly or not
  std::vector<std::string> closure_of(const std::string& script) const;
  // Each returns the module of a name without dots, in a folder or in the first folder of a search
  // path that has it; null if there is none. Valid as long as this object is.
  const Found* in_folder(const std::string& folder, std::string_view name) const;
  const Found* first(const std::string& entry_folder, std::string_view name) const;
  // Calls `take` with each module that a dotted name goes through, and with null where one is
  // missing. `level` is the number of dots before the name, `entry_folder` the folder of the script
  // that is started.
  void follow(const std::string& importer, const std::string& entry_folder, int level,
              std::string_view dotted, const std::function<void(const Found*)>& take) const;
  // Returns the path of the module that an import names, or nullopt if the project has none.
  std::optional<std::string> find(const std::string& importer, const std::string& entry_folder,
                                  int level, std::string_view dotted) const;
  std::vector<std::string> search_path(const std::string& entry_folder) const;
  // Looks for the folders that a scanned script, or a module beside it that it imports, adds to
  // sys.path.
  void find_added(const std::string& script);
  const std::vector<std::string>& imports_of(const std::string& path,
                                             const std::string& entry_folder);
  // Reads the import statements of scripts, several at once, for imports_of().
  void scan(std::span<const std::string> scripts);

  LoadedFiles& files_;
  const ModuleFiles* below_ = nullptr;
  std::set<std::string> loaded_, imported_;  // scripts, and what they import
  std::unordered_map<std::string, std::vector<std::string>> programs_;  // and what each imports
  std::unordered_map<std::string, bool> names_library_;                 // what that has answered
  std::unordered_map<std::string, std::vector<std::string>> added_;  // to sys.path; by entry folder
  std::set<std::string> asked_;  // the files that were asked what they add
  mutable std::mutex mutex_;     // guards the next four
  mutable std::unordered_map<std::string, Folder> folders_;
  mutable std::unordered_map<std::string, const Found*> first_;  // by entry folder and name
  // What find() has found: by the folder where the search begins, and the name with its dots.
  mutable std::unordered_map<std::string, std::optional<std::string>> found_;
  // The valid modules that programs have imported, by path.
  mutable std::unordered_map<std::string, script::FoundModule> valid_;
  std::unordered_map<std::string, std::vector<ScannedImport>> scanned_;  // by path
  // The files that a file imports, by its path and the entry folder.
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> imports_;
};

}  // namespace mmlint::project
