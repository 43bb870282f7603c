#include "app/checking/batches.h"

#include "app/files/given_paths.h"
#include "base/paths.h"

namespace mmlint::app {
namespace {

// The arguments, and what --files-from lists.
std::vector<std::string> all_paths(const Options& given, const FileSystem& disk,
                                   const std::string& current, RunReport& report) {
  std::vector<std::string> out = given.paths;
  if (given.files_from.empty()) return out;
  const auto listed = listed_paths(disk, given.files_from, current);
  if (listed)
    out.insert(out.end(), listed->begin(), listed->end());
  else
    report.errors.push_back(listed.error());
  return out;
}

std::optional<Batch> batch_of(const std::string& root, const Options& given, RunReport& report) {
  auto settings = Settings::read(DiskFileSystem(), root, given);
  if (!settings) {
    Error error = settings.error();
    error.path = relative_path(error.path, current_folder());
    report.errors.push_back(std::move(error));
    return std::nullopt;
  }
  Batch out{std::move(*settings), {}};
  out.options = out.settings.options();
  out.options.paths.clear();
  out.options.paths_listed = true;
  return out;
}

}  // namespace

std::vector<Batch> batches_of(const Options& given, RunReport& report) {
  const DiskFileSystem disk;
  const std::string current = current_folder();
  std::map<std::string, std::string> roots;  // by folder: a commit has many files of one
  const auto root_of = [&](const std::string& path) {
    if (!given.root.empty()) return absolute_path(given.root, current);
    const std::string absolute = absolute_path(path == "-" ? given.stdin_filename : path, current);
    const bool is_folder = disk.kind(absolute) == FileKind::kFolder;
    std::string& root = roots[is_folder ? absolute : parent_folder(absolute)];
    if (root.empty()) root = find_root(disk, absolute, current);
    return root;
  };
  std::vector<Batch> out;
  std::map<std::string, std::size_t> index;  // by root; what has no settings is of the empty root
  std::set<std::string> refused;
  for (const std::string& path : all_paths(given, disk, current, report)) {
    const std::string root = current.empty() ? "" : root_of(path);
    if (refused.count(root) != 0) continue;
    const std::string key = !root.empty() && has_settings(disk, root) ? root : "";
    auto known = index.find(key);
    if (known == index.end()) {
      auto batch = batch_of(root, given, report);
      if (!batch) {
        refused.insert(root);
        continue;
      }
      known = index.emplace(key, out.size()).first;
      out.push_back(std::move(*batch));
    }
    out[known->second].options.paths.push_back(path);
  }
  return out;
}

std::optional<Batch> nested_batch(const std::string& folder, const Options& given,
                                  RunReport& report) {
  auto out = batch_of(folder, given, report);
  if (out) out->options.paths.push_back(folder);
  return out;
}

}  // namespace mmlint::app
