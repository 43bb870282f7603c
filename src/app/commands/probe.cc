#include "app/commands/commands.h"
#include "app/commands/probe/installed_probe.h"
#include "app/output/output.h"
#include "app/output/writing.h"
#include "base/paths.h"
#include "probe/block.h"
#include "value/value_python.h"

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

// Returns the path, without symlinks, of the runner/runner.py of the MMEngine that an argument of
// `probe` names: by that file, the package's folder, a folder of packages, an environment, a folder
// with one environment in it, or by the package's name. What is in the file is not looked at.
Result<std::string> find_runner(const Options& options, const FileSystem& files,
                                const std::string& current_folder) {
  const auto runner = Finder(options, files, current_folder).find(options.paths.front());
  return runner ? files.real_path(*runner) : runner;
}

// The word as a shell takes it.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+=:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == word.npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

// How the module comes into a training.
std::string ways(const std::string& given, const std::string& path) {
  const std::string word = shell_word(given);
  const std::string name = python_string(stem(path));
  return fmt::format(
      "Wrote {0}. Just before a model is wrapped, each process writes one line to standard error, "
      "'mmlint-probe 1 {{...}}', which says on which devices the parameters are.\n\n"
      "Start the training through it:\n"
      "    python {1} train.py ARGS\n"
      "    torchrun --nproc_per_node=8 {1} train.py ARGS\n\n"
      "Or have the config import it, and Python find it:\n"
      "    custom_imports = dict(imports=[{2}], allow_failed_imports=False)\n"
      "    PYTHONPATH={3}${{PYTHONPATH:+:$PYTHONPATH}} python train.py CONFIG\n"
      "If the config or a base of it has custom_imports, add {2} to that list instead.\n"
      "A lazy config (read_base()) does not import what custom_imports names; write in it:\n"
      "    __import__({2})\n",
      given, word, name, shell_word(parent_folder(path)));
}

Result<std::string> write_module(const Options& options, const std::string& current_folder,
                                 FileSystem& disk) {
  const std::string text(probe::module_text());
  if (options.out == "-") return text;
  const std::string path = absolute_path(options.out, current_folder);
  if (extension(path) != ".py" || stem(path).find('.') != std::string_view::npos)
    return fail("a Python module must be called NAME.py, without another dot", options.out);
  FileChange change{path, "", text, true};
  if (disk.kind(path) == FileKind::kFile) {
    auto before = disk.read(path);
    if (!before) return before;
    if (*before != text && !options.force) {
      return fail("exists already; choose another name, or overwrite it with --force", options.out);
    }
    change.before = std::move(*before);
    change.created = false;
  }
  const FileChange* const changes[] = {&change};
  if (Status done = write_together(changes, disk); !done) {
    done.error().path = options.out;
    return tl::unexpected(done.error());
  }
  return ways(options.out, path);
}

ProbeOutcome done_by(const Options& options) {
  DiskFileSystem disk;
  const std::string current_folder = mmlint::current_folder();
  if (options.action == "write") {
    auto text = write_module(options, current_folder, disk);
    if (!text) return {"", "", std::move(text.error())};
    return {std::move(*text), "", {}};
  }
  auto runner = find_runner(options, disk, current_folder);
  if (!runner) return {"", "", std::move(runner.error())};
  return options.action == "install" ? install_probe(*runner, disk) : restore_runner(*runner, disk);
}

}  // namespace

int run_probe(const Options& options) {
  RunReport report;
  ProbeOutcome outcome = done_by(options);
  if (outcome.error) report.errors.push_back(std::move(*outcome.error));
  Status done = write_stdout(outcome.text);
  if (done) done = write_diff(outcome.diff);
  if (!done) report.errors.push_back(done.error());
  return leave(report, static_cast<int>(Exit::kClean));
}

}  // namespace mmlint::app
