#include "app/overwritten.h"

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
  if (!options.files_from.empty())
    out.insert(absolute_path(options.files_from, project.current_folder()));
  const std::size_t count = workspace.sources().size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& path = workspace.sources().get(static_cast<FileId>(i)).path();
    if (!data::is_data_file(path) || project.index().has(path)) out.insert(path);
    for (const config::BaseLink& link : workspace.links(path)) out.insert(link.path);
  }
  return out;
}

// The first of the files that an --output would overwrite.
std::optional<std::string> overwritten(const Options& options, const auto& files) {
  std::set<Identity> outputs;
  for (const std::string& output : options.outputs) {
    const auto id = output == "-" ? std::nullopt : identity(output);
    if (id) outputs.insert(*id);
  }
  if (outputs.empty()) return std::nullopt;
  for (const std::string& path : files) {
    const auto id = identity(path);
    if (id && outputs.count(*id) != 0) return path;
  }
  return std::nullopt;
}

constexpr const char* kOverwritten = "--output would overwrite a file that this run reads";

}  // namespace

std::optional<Error> overwritten_input(const Options& options, Project& project) {
  const auto path = overwritten(options, inputs(options, project));
  if (!path) return std::nullopt;
  return Error{kOverwritten, relative_path(*path, project.current_folder()), 0};
}

std::optional<Error> overwritten_input(const Options& options,
                                       const std::vector<std::string>& files) {
  const auto path = overwritten(options, files);
  return path ? std::optional(Error{kOverwritten, *path, 0}) : std::nullopt;
}

}  // namespace mmlint::app
