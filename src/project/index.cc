#include "project/index.h"

#include <algorithm>

namespace mmlint::project {

Index::Index(Workspace& workspace, std::vector<std::string> configs)
    : configs_(std::move(configs)) {
  std::sort(configs_.begin(), configs_.end());
  workspace.load(configs_);
  all_.insert(configs_.begin(), configs_.end());
  for (const std::string& path : configs_) {
    for (const std::string_view base : workspace.bases(path))
      heirs_[std::string(base)].push_back(path);
  }
}

std::vector<std::string> Index::missing_bases(const FileSystem& files) const {
  std::vector<std::string> out;
  for (const auto& [path, heirs] : heirs_) {
    const bool in_package = path.find("::") != path.npos;
    if (!has(path) && !in_package && files.kind(path) == FileKind::kMissing) out.push_back(path);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> Index::reach(const std::set<std::string>& files) const {
  std::unordered_set<std::string_view> seen(files.begin(), files.end());
  std::vector<std::string_view> open(seen.begin(), seen.end());
  std::vector<std::string> out;
  while (!open.empty()) {
    const std::string path(open.back());
    open.pop_back();
    if (has(path)) out.push_back(path);
    const auto heirs = heirs_.find(path);
    if (heirs == heirs_.end()) continue;
    for (const std::string_view heir : heirs->second) {
      if (seen.insert(heir).second) open.push_back(heir);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace mmlint::project
