#pragma once

#include "launch/starts.h"

namespace mmlint::launch {

// Where a module is that a config names in custom_imports, as far as the files of the project say.
enum class ModulePlace : std::uint8_t {
  kOnPath,   // in a folder that may be on sys.path, or an installed package has it
  kOffPath,  // in the project, but in no folder that is on sys.path when the config is loaded
  kMissing,  // no import finds it
  kUnknown,  // the project has nothing of this name, which may be a package that is installed
};

// Finds the modules that Config.fromfile imports for custom_imports (mmengine/utils/misc.py,
// import_modules_from_strings). Python looks for them in the folder of the script that is started,
// in the folders of PYTHONPATH and among the installed packages. Borrows the project. Several
// threads may ask.
class ImportSearch : Pinned {
 public:
  explicit ImportSearch(const ProgramStore& programs);

  struct Found {
    ModulePlace place = ModulePlace::kOnPath;
    std::string nearest = {};  // kMissing: the module that is meant; empty if that is not known
  };
  // Returns where a module is for a config, from which `builders` build a Runner.
  Found of(const config::Resolved& config, const Builders& builders, std::string_view module);

  // Returns true if the project has a top-level package or module, but no folder on sys.path has it
  // when a launch starts its script. The user's environment may still add folders to PYTHONPATH.
  bool is_off_path(const LinkedLaunch& linked, const std::string& top) const;

 private:
  // A launch of a config, with the folders that it puts on sys.path.
  struct Launched {
    std::string config;
    std::vector<std::string> path;
  };
  void read_launches();
  void add(const LinkedLaunch& linked);
  // Returns the folders that may be on sys.path when a config is loaded.
  std::vector<std::string> folders_of(const config::Resolved& config,
                                      const Builders& builders) const;
  // Returns the path of a module in a folder, without the ending; nullopt if it is not there.
  std::optional<std::string> in_folder(const std::string& folder, std::string_view module) const;
  // Returns true if a folder has a package or module of a name without dots.
  bool has_top(const std::string& folder, const std::string& top) const;
  // Returns true if a package or module of a name without dots is known to be installed.
  bool is_installed(const std::string& top) const;
  // Returns true if pip may put the folder on sys.path, as it holds a package to install.
  bool is_installable(const std::string& folder) const;
  // Returns true if a Dockerfile, an .env file or a README in a folder mentions PYTHONPATH.
  bool documents_path(const std::string& folder) const;
  bool config_edits_path(const config::Resolved& config) const;
  bool script_edits_path(const std::string& script) const;
  // Returns true if no script or launch here adds folders to sys.path that mmlint does not see.
  // Then only the environment of the user can.
  bool shows_path(const Builders& builders) const;
  // Returns true if a file of the project is this module of some folder.
  bool is_elsewhere(std::string_view module) const;
  // Returns the module whose name is nearest to a misspelled one; empty if none is near.
  std::string nearest_to(std::string_view module, std::span<const std::string> folders) const;

  const ProgramStore& programs_;
  const ProjectView project_;
  const FileSystem& files_;
  const Packages packages_;
  std::once_flag launches_read_;
  std::vector<std::string> python_paths_;  // that any launch sets
  std::vector<Launched> launched_;         // all of whose folders are known
  bool shows_path_ = true;                 // each launch's PYTHONPATH is known and is here
};

}  // namespace mmlint::launch
