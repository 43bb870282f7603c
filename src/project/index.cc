#include "project/index.h"

namespace mmlint::project {

namespace {

std::vector<const Node*> nodes_of(Workspace& workspace, std::span<const std::string> configs) {
  std::vector<const Node*> out;
  out.reserve(configs.size());
  for (const Workspace::Facts& facts : workspace.load(configs)) out.push_back(facts.node);
  return out;
}

}  // namespace

Index::Index(Workspace& workspace, std::span<const std::string> configs)
    : Index(workspace, nodes_of(workspace, configs)) {}

Index::Index(Workspace& workspace, std::vector<const Node*> configs) : nodes_(std::move(configs)) {
  const auto rest = std::is_sorted_until(nodes_.begin(), nodes_.end(), before);  // mostly few
  std::sort(rest, nodes_.end(), before);
  std::inplace_merge(nodes_.begin(), rest, nodes_.end(), before);
  nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
  count_ = nodes_.size();
  const auto put = [this](const Node& node, Place place) {
    if (places_.size() <= node.number) places_.resize(node.number + 1, kNone);
    places_[node.number] = place;
  };
  for (Place i = 0; i < count_; ++i) put(*nodes_[i], i);
  std::vector<std::pair<const Node*, Place>> links;  // bases and heirs
  for (Place i = 0; i < count_; ++i) {
    for (const Node* base : workspace.bases(workspace.facts(*nodes_[i]))) {
      links.emplace_back(base, i);
      if (base->number < places_.size() && places_[base->number] != kNone) continue;
      nodes_.push_back(base);
      put(*base, 0);
    }
  }
  std::sort(nodes_.begin() + static_cast<std::ptrdiff_t>(count_), nodes_.end(), before);
  for (auto i = static_cast<Place>(count_); i < nodes_.size(); ++i) put(*nodes_[i], i);
  for (const auto& [base, heir] : links) heirs_[places_[base->number]].push_back(heir);
}

const std::vector<std::string>& Index::configs() const {
  std::call_once(asked_, [this] {
    configs_.reserve(count_);
    for (const Node* node : nodes()) configs_.push_back(node->path());
  });
  return configs_;
}

Index::Place Index::place_of(std::string_view path) const {
  const auto others = nodes_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto in = [&](auto begin, auto end) {
    const auto at = std::lower_bound(begin, end, path, [](const Node* node, std::string_view of) {
      return std::string_view(node->path()) < of;  // clang compares no string with a view
    });
    return at != end && (*at)->path() == path ? static_cast<Place>(at - nodes_.begin()) : kNone;
  };
  const Place config = in(nodes_.begin(), others);
  return config != kNone ? config : in(others, nodes_.end());
}

bool Index::has(const std::string& path) const {
  return place_of(path) < count_;
}

bool Index::is_inherited(const std::string& path) const {
  const Place place = place_of(path);
  return place != kNone && heirs_.contains(place);
}

bool Index::is_inherited(std::uint32_t number) const {
  return number < places_.size() && places_[number] != kNone && heirs_.contains(places_[number]);
}

std::vector<std::string> Index::missing_bases(const FileSystem& files) const {
  std::vector<std::string> out;
  for (std::size_t i = count_; i < nodes_.size(); ++i) {
    const std::string& path = nodes_[i]->path();
    const bool in_package = path.find("::") != path.npos;
    if (!in_package && files.kind(path) == FileKind::kMissing) out.push_back(path);
  }
  return out;
}

std::vector<const Node*> Index::reach(const std::set<std::string>& files) const {
  std::unordered_set<Place> seen;
  std::vector<Place> open;
  const auto add = [&](Place place) {
    if (seen.insert(place).second) open.push_back(place);
  };
  for (const std::string& file : files) {
    if (const Place place = place_of(file); place != kNone) add(place);
  }
  std::vector<Place> found;
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    if (place < count_) found.push_back(place);
    const auto heirs = heirs_.find(place);
    if (heirs == heirs_.end()) continue;
    for (const Place heir : heirs->second) add(heir);
  }
  std::ranges::sort(found);
  std::vector<const Node*> out;
  out.reserve(found.size());
  for (const Place place : found) out.push_back(nodes_[place]);
  return out;
}

}  // namespace mmlint::project
