#pragma once

#include "base/file_system.h"

namespace mmlint {

// Where the configs of other packages may be found.
struct PackageSettings {
  std::map<std::string, std::string> given;  // --package: "mmdet" -> its repository or its folder
  std::vector<std::string> roots;         // of the projects; one of them may be the package itself
  std::vector<std::string> python_paths;  // environments, or folders that hold packages
};

// Finds files of installed packages as MMEngine does, without running Python
// (get_installed_path in mmengine/utils/package_utils.py, Config._get_cfg_path in
// mmengine/config/config.py). Safe for several threads.
class Packages {
 public:
  // `files` must outlive this object.
  Packages(const FileSystem& files, PackageSettings settings);
  const PackageSettings& settings() const { return settings_; }

  // Returns the file that `module::path` stands for (rule B6) in the config `importer`: the path at
  // which MMEngine looks, even if there is no file. Returns nullopt if the package is not found.
  std::optional<std::string> config(std::string_view module, std::string_view path,
                                    const std::string& importer) const;
  // Returns the file of the dotted module (at least two parts) that an absolute import of the
  // config `importer` names (rule Z4).
  std::optional<std::string> module(std::string_view dotted, const std::string& importer) const;
  // Returns true if a package or module of this name is installed in one of the python_paths.
  bool has_top_level(const std::string& name) const;

 private:
  struct Site {
    std::string folder;
    std::map<std::string, std::string> distributions;  // normalised name -> metadata, in folder
    std::map<std::string, std::string> links;          // normalised name -> .egg-link
  };
  struct Distribution {
    std::string folder;    // what sys.path would hold
    std::string metadata;  // the folder with top_level.txt
  };
  const std::vector<Site>& sites() const;
  void add_site(const std::string& folder, bool with_pth) const;
  std::optional<Distribution> distribution(const std::string& name) const;
  std::optional<std::string> installed(const std::string& package) const;
  std::optional<std::string> copied(const std::string& name, const std::string& importer) const;
  bool is_file(const std::string& path) const { return files_.kind(path) == FileKind::kFile; }
  std::string first_line(const std::string& path) const;

  const FileSystem& files_;
  const PackageSettings settings_;
  mutable std::once_flag listed_;
  mutable std::vector<Site> sites_;
};

// The exception that MMEngine raises for the text of a base in a package, whichever packages are
// installed (rules E16 and E17).
struct PackageTextProblem {
  std::string exception;
  std::string detail;
};
std::optional<PackageTextProblem> check_package_text(std::string_view text);

}  // namespace mmlint
