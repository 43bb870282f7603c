#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "project/import_scan.h"
#include "project/loaded_files.h"
#include "script/module_finder.h"

namespace mmlint::project {

// The modules that scripts import from the projects of a run: which files they are, each read once.
// Python looks beside the script that it is started with, then in the folders of PYTHONPATH; for
// those are taken the folders above the script, up to the project's root, and the root's `src`.
class ModuleFiles {
 public:
  explicit ModuleFiles(LoadedFiles& files) : files_(files) {}

  // Reads every file that those of the scripts which run when they are started import, directly or
  // not, and keeps in mind which of them are programs that rules may be about: some file of theirs
  // names torch, mmengine or mmcv. For one thread.
  void load(std::span<const std::string> scripts);
  // Returns the files that a loaded script imports, directly or not, sorted; none if it only
  // defines what others import, as most files of a library do: those are judged with the programs
  // that reach them, and what no program reaches by itself.
  std::vector<std::string> imported(const std::string& script) const;
  // Returns a finder for the program that a loaded script starts; null if it is none. Several
  // threads may use theirs at the same time, each with its own parser.
  std::unique_ptr<script::ModuleFinder> finder(const std::string& script,
                                               syntax::Parser& parser) const;

 private:
  class Finder;
  // What a folder has for a name: the file of a module or a package, or the folder of a package
  // without __init__.py.
  struct Found {
    std::string path;
    bool regular = true;
  };
  bool is_program(const std::string& script) const;
  std::vector<std::string> closure_of(const std::string& script) const;
  std::optional<Found> in_folder(const std::string& folder, std::string_view name) const;
  // The path of the module that an import names; nullopt if the project has none.
  std::optional<std::string> find(const std::string& importer, const std::string& entry_folder,
                                  int level, std::string_view dotted) const;
  std::vector<std::string> search_path(const std::string& entry_folder) const;
  const std::vector<std::string>& imports_of(const std::string& path,
                                             const std::string& entry_folder);

  LoadedFiles& files_;
  std::set<std::string> programs_;
  mutable std::mutex mutex_;  // guards the next one
  mutable std::map<std::pair<std::string, std::string>, std::optional<Found>> in_folder_;
  // By file and entry folder.
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> imports_;
};

}  // namespace mmlint::project
