#include "app/files/given_path.h"

#include <filesystem>

#include "app/files/discover.h"
#include "base/paths.h"

namespace mmlint::app {

std::string as_given(const std::string& path, const Project& project) {
  for (const std::string& argument : project.given_paths()) {
    const std::string absolute = absolute_path(argument, project.current_folder());
    if (!is_below(path, absolute)) continue;
    std::string given = argument;
    while (given.size() > 1 && given.ends_with('/')) given.pop_back();
    if (given.starts_with("./")) given = given.substr(2);
    const std::string rest = path.substr(absolute.size());
    return given == "." || given.empty() ? rest.substr(rest.starts_with('/') ? 1 : 0)
                                         : given + rest;
  }
  return relative_path(path, project.current_folder());
}

bool is_outside(const FileSystem& files, const std::string& path, const std::string& root) {
  if (root.empty() || files.kind(path) == FileKind::kMissing) return false;
  std::error_code failed;
  const std::string folder = absolute_path(root, std::filesystem::current_path(failed).string());
  const auto real = [&files](const std::string& each) {
    return files.real_path(each).value_or(each);
  };
  return !is_below(path, folder) && !is_below(real(path), real(folder));
}

std::string root_of_first(const Options& options) {
  std::error_code failed;
  const std::string here = std::filesystem::current_path(failed).string();
  if (failed || options.paths.empty()) return ".";
  const std::string& first = options.paths.front();
  return find_root(DiskFileSystem(),
                   absolute_path(first == "-" ? options.stdin_filename : first, here), here);
}

}  // namespace mmlint::app
