#include "app/commands/probe/installed_runner.h"

#include "base/paths.h"

namespace mmlint::app {
namespace {

constexpr const char* kModule = "mmengine.runner.runner";

class Finder {
 public:
  Finder(const Options& options, const FileSystem& files, const std::string& current_folder)
      : options_(options), files_(files), current_folder_(current_folder) {}

  Result<std::string> find(const std::string& given) const {
    const std::string path = absolute_path(given, current_folder_);
    const FileKind kind = files_.kind(path);
    if (kind == FileKind::kFolder) return in_folder(path);
    if (kind != FileKind::kMissing) return path;
    const bool is_package = given == "mmengine" || given == "mmengine-lite";
    return is_package ? by_name() : fail("no such file or folder", given);
  }

 private:
  bool is_file(const std::string& path) const { return files_.kind(path) == FileKind::kFile; }

  Result<std::string> in_folder(const std::string& folder) const {
    for (const char* below : {"runner.py", "runner/runner.py", "mmengine/runner/runner.py"}) {
      if (is_file(join_path(folder, below))) return join_path(folder, below);
    }
    if (const auto runner = in_environment(folder)) return *runner;
    return in_project(folder);
  }

  std::optional<std::string> in_environment(const std::string& folder) const {
    const Packages packages(files_, {{}, {}, {folder}});
    const auto runner = packages.module(kModule, folder);
    return runner && is_file(*runner) ? runner : std::nullopt;
  }

  Result<std::string> in_project(const std::string& folder) const {
    std::vector<std::string> environments;
    std::vector<std::string> runners;
    for (const FolderEntry& entry : files_.list(folder).value_or(std::vector<FolderEntry>())) {
      const std::string below = join_path(folder, entry.name);
      if (!is_file(join_path(below, "pyvenv.cfg"))) continue;
      const auto runner = in_environment(below);
      if (!runner) continue;
      environments.push_back(relative_path(below, current_folder_));
      runners.push_back(*runner);
    }
    if (runners.size() == 1) return runners.front();
    if (runners.empty())
      return fail(
          "there is no MMEngine here: no mmengine/runner/runner.py, and no environment with one",
          folder);
    return fail(fmt::format("has several environments with MMEngine; name one of: {}",
                            fmt::join(environments, ", ")),
                folder);
  }

  Result<std::string> by_name() const {
    PackageSettings settings;
    for (const auto& [package, folder] : options_.packages)
      settings.given[package] = absolute_path(folder, current_folder_);
    settings.roots = {current_folder_};
    for (const std::string& path : options_.python_paths)
      settings.python_paths.push_back(absolute_path(path, current_folder_));
    const char* active = options_.env_from_process ? std::getenv("VIRTUAL_ENV") : nullptr;
    if (settings.python_paths.empty() && active != nullptr && *active != '\0')
      settings.python_paths.push_back(absolute_path(active, current_folder_));
    const Packages packages(files_, settings);
    const auto runner = packages.module(kModule, join_path(current_folder_, "."));
    if (runner && is_file(*runner)) return *runner;
    return fail(
        "mmengine is not found; name its folder, or say where it is installed with --python-path "
        "or --env-from-process");
  }

  const Options& options_;
  const FileSystem& files_;
  const std::string& current_folder_;
};

}  // namespace

Result<std::string> find_runner(const Options& options, const FileSystem& files,
                                const std::string& current_folder) {
  const auto runner = Finder(options, files, current_folder).find(options.paths.front());
  return runner ? files.real_path(*runner) : runner;
}

}  // namespace mmlint::app
