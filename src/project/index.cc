#include "project/index.h"

#include <algorithm>
#include <unordered_set>
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
  const auto same = [](const Named& a, const Named& b) { return a.path == b.path; };
  configs.erase(std::unique(configs.begin(), configs.end(), same), configs.end());
  configs_.reserve(configs.size());
  numbers_.reserve(configs.size());
  for (std::size_t i = 0; i < configs.size(); ++i)
    numbers_.emplace(configs_.emplace_back(std::move(configs[i].path)), i);
  std::set<std::string_view> others;
  for (const Named& config : configs) {
    for (const std::string_view base : config.bases) {
      if (!numbers_.contains(base)) others.insert(base);
    }
  }
  others_.assign(others.begin(), others.end());
  for (std::size_t i = 0; i < others_.size(); ++i)
    numbers_.emplace(others_[i], configs_.size() + i);
  for (std::size_t i = 0; i < configs.size(); ++i) {
    for (const std::string_view base : configs[i].bases) heirs_[numbers_.at(base)].push_back(i);
  }
}

bool Index::has(const std::string& path) const {
  const auto known = numbers_.find(path);
  return known != numbers_.end() && known->second < configs_.size();
}

bool Index::is_inherited(const std::string& path) const {
  const auto known = numbers_.find(path);
  return known != numbers_.end() && heirs_.contains(known->second);
}

std::vector<std::string> Index::missing_bases(const FileSystem& files) const {
  std::vector<std::string> out;
  for (const std::string& path : others_) {
    const bool in_package = path.find("::") != path.npos;
    if (!in_package && files.kind(path) == FileKind::kMissing) out.push_back(path);
  }
  return out;
}

std::vector<std::string> Index::reach(const std::set<std::string>& files) const {
  std::unordered_set<std::size_t> seen;
  std::vector<std::size_t> open;
  const auto add = [&](std::size_t number) {
    if (seen.insert(number).second) open.push_back(number);
  };
  for (const std::string& file : files) {
    if (const auto known = numbers_.find(file); known != numbers_.end()) add(known->second);
  }
  std::vector<std::size_t> found;
  while (!open.empty()) {
    const std::size_t number = open.back();
    open.pop_back();
    if (number < configs_.size()) found.push_back(number);
    const auto heirs = heirs_.find(number);
    if (heirs == heirs_.end()) continue;
    for (const std::size_t heir : heirs->second) add(heir);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> out;
  out.reserve(found.size());
  for (const std::size_t number : found) out.push_back(configs_[number]);
  return out;
}

}  // namespace mmlint::project
