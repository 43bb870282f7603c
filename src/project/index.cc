#include "project/index.h"

#include <algorithm>
#include <utility>

namespace mmlint::project {

namespace {

std::vector<Named> named(Workspace& workspace, std::vector<std::string> configs) {
  workspace.load(configs);
  std::vector<Named> out;
  out.reserve(configs.size());
  for (std::string& path : configs) {
    std::vector<std::string_view> bases = workspace.bases(path);
    out.push_back({std::move(path), std::move(bases)});
  }
  return out;
}

}  // namespace

Index::Index(Workspace& workspace, std::vector<std::string> configs)
    : Index(named(workspace, std::move(configs))) {}

Index::Index(std::vector<Named> configs) {
  const auto before = [](const Named& a, const Named& b) { return a.path < b.path; };
  if (!std::is_sorted(configs.begin(), configs.end(), before))
    std::sort(configs.begin(), configs.end(), before);
  configs_.reserve(configs.size());
  for (Named& config : configs) configs_.push_back(std::move(config.path));
  all_.insert(configs_.begin(), configs_.end());
  for (std::size_t i = 0; i < configs.size(); ++i) {
    for (const std::string_view base : configs[i].bases) {
      auto heirs = heirs_.find(base);
      if (heirs == heirs_.end()) heirs = heirs_.try_emplace(bases_.emplace_back(base)).first;
      heirs->second.push_back(configs_[i]);
    }
  }
}

std::vector<std::string> Index::missing_bases(const FileSystem& files) const {
  std::vector<std::string> out;
  for (const auto& [path, heirs] : heirs_) {
    const bool in_package = path.find("::") != path.npos;
    if (all_.contains(path) || in_package) continue;
    if (std::string text(path); files.kind(text) == FileKind::kMissing) out.push_back(text);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> Index::reach(const std::set<std::string>& files) const {
  std::unordered_set<std::string_view> seen(files.begin(), files.end());
  std::vector<std::string_view> open(seen.begin(), seen.end());
  std::vector<std::string> out;
  while (!open.empty()) {
    const std::string_view path = open.back();
    open.pop_back();
    if (all_.contains(path)) out.emplace_back(path);
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
