#include "app/output/overwritten.h"

#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/paths.h"
#include "data/data_file.h"

namespace mmlint::app {
namespace {

using Identity = std::pair<dev_t, ino_t>;

std::optional<Identity> identity(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return Identity(status.st_dev, status.st_ino);
}

// JSON and YAML files that are no configs may be earlier reports.
std::set<std::string> inputs(const Options& options, Project& project) {
  project::Workspace& workspace = project.workspace();
  std::set<std::string> out(project.configs().begin(), project.configs().end());
  for (const std::string& config : project.index().configs()) {
    out.insert(config);
    for (const project::Node* base : workspace.bases(config)) out.insert(base->path());
  }
  if (!options.files_from.empty())
    out.insert(absolute_path(options.files_from, project.current_folder()));
  const std::size_t count = workspace.sources().size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& path = workspace.sources().get(static_cast<FileId>(i)).path();
    if (project.index().has(path)) continue;
    if (!data::is_data_file(path)) out.insert(path);
    if (workspace.kind(path) == config::DocumentKind::kScript) continue;
    for (const project::Node* base : workspace.bases(path)) out.insert(base->path());
  }
  return out;
}

// Whether a file is of a kind that no report is: somebody has written it by hand.
bool is_source(const std::string& path) {
  static constexpr std::string_view kExtensions[] = {".py",   ".pyi",  ".sh",
                                                     ".bash", ".toml", ".cfg"};
  const std::string_view name = file_name(path);
  return name.starts_with(".git") || name.starts_with("requirements") ||
         std::find(std::begin(kExtensions), std::end(kExtensions), extension(name)) !=
             std::end(kExtensions);
}

// The error of the first file that an --output would overwrite; its path is as in `files`.
std::optional<Error> overwritten(const Options& options, const auto& files) {
  static constexpr const char* kRead = "--output would overwrite a file that this run reads";
  static constexpr const char* kSource = "--output would overwrite this file, which is no report";
  std::set<Identity> outputs;
  for (const std::string& output : options.outputs) {
    const auto id = output == "-" ? std::nullopt : identity(output);
    if (id) outputs.insert(*id);
    const bool is_report = options.command != "show";  // which prints a config as Python
    if (id && is_report && is_source(output)) return Error{kSource, output, 0};
  }
  if (outputs.empty()) return std::nullopt;
  const auto is_output = [&outputs](const std::string& path) {
    const auto id = identity(path);
    return id && outputs.count(*id) != 0;
  };
  if (!options.baseline.empty() && is_output(options.baseline))
    return Error{kRead, options.baseline, 0};
  const auto found = std::find_if(files.begin(), files.end(), is_output);
  return found != files.end() ? std::optional(Error{kRead, *found, 0}) : std::nullopt;
}

}  // namespace

std::optional<Error> overwritten_input(const Options& options, Project& project) {
  const auto is_file = [](const std::string& output) { return output != "-"; };
  if (std::none_of(options.outputs.begin(), options.outputs.end(), is_file)) return std::nullopt;
  auto error = overwritten(options, inputs(options, project));
  if (error && error->path.starts_with('/'))
    error->path = relative_path(error->path, project.current_folder());
  return error;
}

std::optional<Error> overwritten_input(const Options& options,
                                       const std::vector<std::string>& files) {
  return overwritten(options, files);
}

}  // namespace mmlint::app
