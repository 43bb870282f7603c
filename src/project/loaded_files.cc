#include "project/loaded_files.h"

#include "base/parallel.h"

namespace mmlint::project {
namespace {

Settings with_jobs(Settings settings, int jobs) {
  settings.jobs = jobs;
  return settings;
}

// Sorts nodes by their keys, each once.
void sort_once(std::vector<Node*>& nodes) {
  const auto not_before = [&](const Node* a, const Node* b) { return !before(a, b); };
  if (std::ranges::adjacent_find(nodes, not_before) == nodes.end()) return;
  std::ranges::sort(nodes, before);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

bool is_tied(const Node& node) {
  return node.bases.size() == node.file->links.links.size();
}

}  // namespace

LoadedFiles::LoadedFiles(const FileSystem& files, SourceStore& sources, Settings settings)
    : files_(files),
      sources_(sources),
      settings_(std::move(settings)),
      packages_(files, settings_.packages),
      territory_(files, settings_.packages) {}

LoadedFiles::LoadedFiles(LoadedFiles& below, const FileSystem& files, std::set<std::string> changed,
                         int jobs)
    : LoadedFiles(files, below.sources_, with_jobs(below.settings_, jobs)) {
  below_ = &below;
  next_number_ = below.next_number_;
  changed_ = std::move(changed);
}

python::Outside LoadedFiles::outside() const {
  return {settings_.environment, files_, territory_, settings_.limits,
          settings_.knows_all_variables};
}

const Node* LoadedFiles::look_up(NodeKeyView key) const {
  const auto known = nodes_.find(key);
  if (known != nodes_.end() && known->second.was_read()) return &known->second;
  return below_ && !is_changed(key.path) ? below_->look_up(key) : nullptr;
}

std::shared_ptr<config::LoadedFile> LoadedFiles::find(const std::string& path) const {
  const Node* known = look_up(path);
  return known ? known->file : nullptr;
}

Node& LoadedFiles::add(NodeKeyView key) {
  if (const auto known = nodes_.find(key); known != nodes_.end()) return known->second;
  const auto made =
      nodes_.try_emplace(NodeKey{std::string(key.path), std::string(key.spelling)}).first;
  Node& node = made->second;
  node.key = &made->first;
  const auto number = below_ ? below_->number_of(key) : std::nullopt;
  node.number = number ? *number : next_number_++;
  if (!below_) numbered_.push_back(&node);
  return node;
}

std::optional<std::uint32_t> LoadedFiles::number_of(NodeKeyView key) const {
  const auto known = nodes_.find(key);
  if (known != nodes_.end()) return known->second.number;
  return below_ ? below_->number_of(key) : std::nullopt;
}

std::uint32_t LoadedFiles::number_on_its_own(const Node& node) const {
  return node.is_on_its_own() ? node.number : number_of(node.path()).value_or(node.number);
}

const Node& LoadedFiles::named(const std::string& path) {
  if (below_) {
    if (const Node* known = look_up(path)) return *known;
  }
  return add(path);
}

std::vector<const Node*> LoadedFiles::named(std::span<const std::string> paths) {
  std::vector<const Node*> out;
  out.reserve(paths.size());
  if (!below_ && nodes_.size() < paths.size()) nodes_.reserve(paths.size());
  for (const std::string& path : paths) out.push_back(&named(path));
  return out;
}

// The node of this object that stands for the same file.
Node& LoadedFiles::own(const Node& node) {
  return below_ ? add(*node.key) : *numbered_[node.number];
}

const Node* LoadedFiles::here(const Node& node) const {
  if (!below_) return node.was_read() ? &node : nullptr;
  if (!is_changed(node.path())) {
    const Node* known = below_->here(node);
    if (known && known->file) return known;
  }
  return look_up(*node.key);
}

const Node& LoadedFiles::known(const Node& node) {
  if (const Node* known = here(node)) return *known;
  std::vector<const Node*> nodes = {&node};
  load(nodes);
  return *nodes.front();
}

void LoadedFiles::take(LoadedFiles& above) {
  for (auto& [key, node] : above.nodes_) {
    if (!node.file) continue;
    Node& mine = add(key);
    if (mine.file) continue;  // what was made of it refers to it
    mine.file = std::move(node.file);
    tie(mine);
    ++kept_;
  }
}

std::shared_ptr<config::LoadedFile> LoadedFiles::read(const std::string& path,
                                                      SourceStore& sources) {
  std::shared_ptr<config::LoadedFile> out = config::load_file(path, outside(), sources, packages_);
  if (out->kind == config::DocumentKind::kScript) return out;
  config::read_as_config(*out, outside(), packages_);
  // Of most configs that was one statement, and it is long until the others are asked for.
  if (out->raw && !out->expanded && !out->mode.lazy) out->raw->forget_nodes();
  return out;
}

void LoadedFiles::load(std::span<const std::string> paths) {
  std::vector<const Node*> nodes = named(paths);
  load(nodes);
}

void LoadedFiles::load(std::vector<const Node*>& nodes) {
  std::vector<Node*> missing;
  for (const Node*& node : nodes) {
    const Node* known = here(*node);
    if (!known || !known->file) {
      missing.push_back(&own(*node));
      known = missing.back();
    }
    node = known;
  }
  sort_once(missing);
  load_missing(missing);
}

void LoadedFiles::load_missing(std::span<Node* const> missing) {
  std::vector<std::shared_ptr<config::LoadedFile>> made(missing.size());
  parallel_for_files(settings_.jobs, missing.size(),
                     [&](std::size_t i) { made[i] = read(missing[i]->path(), sources_); });
  for (std::size_t i = 0; i < missing.size(); ++i) {
    missing[i]->file = std::move(made[i]);
    tie(*missing[i]);
  }
  kept_ += missing.size();
}

// Notes which nodes a file names as bases, if that is known.
void LoadedFiles::tie(Node& node) {
  node.bases.clear();
  node.bases.reserve(node.file->links.links.size());
  for (const config::BaseLink& link : node.file->links.links)
    node.bases.push_back(&named(link.path));
}

void LoadedFiles::read_as_config(const Node& node) {
  if (node.file->is_read_as_config) return;
  config::read_as_config(*node.file, outside(), packages_);
  if (!below_) tie(own(node));
}

std::size_t LoadedFiles::room_for(std::size_t more) const {
  // Measured on public configs: what all that a run knows of a file takes, and what its text and
  // document take beside that.
  constexpr std::size_t kOutline = 1900, kKept = 4100;
  const std::size_t outlines = (outlines_ + kept_ + more) * kOutline + kept_ * kKept;
  return (settings_.room - std::min(settings_.room, outlines)) / kKept;
}

std::vector<const Node*> LoadedFiles::survey(std::span<const Node* const> nodes) {
  std::vector<const Node*> out;
  std::vector<Node*> missing;
  out.reserve(nodes.size());
  for (const Node* node : nodes) {
    const Node* known = here(*node);
    if (!known) {
      missing.push_back(&own(*node));
      known = missing.back();
    }
    out.push_back(known);
  }
  sort_once(missing);
  const std::size_t room = std::min(room_for(missing.size()), missing.size());
  load_missing(std::span(missing).first(room));
  outline(std::span(missing).subspan(room));
  return out;
}

void LoadedFiles::outline(std::span<Node* const> beyond) {
  struct Seen {
    bool is_config = false, by_folder = false;
    std::vector<std::string> bases;
  };
  std::vector<Seen> seen(beyond.size());
  parallel_for_files(settings_.jobs, beyond.size(), [&](std::size_t i) {
    SourceStore passing;
    const std::string& path = beyond[i]->path();
    const std::shared_ptr<config::LoadedFile> file = read(path, passing);
    const bool is_python = extension(path) == ".py";
    seen[i].is_config = is_python && file->kind == config::DocumentKind::kConfig;
    seen[i].by_folder = file->by_folder;
    for (config::BaseLink& link : file->links.links) seen[i].bases.push_back(std::move(link.path));
  });
  std::vector<Node*> others;  // few: they are read a second time
  for (std::size_t i = 0; i < beyond.size(); ++i) {
    Node& node = *beyond[i];
    if (!seen[i].is_config) {
      others.push_back(&node);
      continue;
    }
    node.is_outline = true;
    node.by_folder = seen[i].by_folder;
    node.bases.reserve(seen[i].bases.size());
    for (const std::string& base : seen[i].bases) node.bases.push_back(&named(base));
    ++outlines_;
  }
  load_missing(others);
}

void LoadedFiles::put_texts_away() && {
  if (!below_ || below_->outlines_ == 0) return;
  for (const auto& [key, node] : nodes_) {
    if (node.file && node.file->raw) node.file->raw->source().put_away();
  }
}

void LoadedFiles::load_closure(std::vector<const Node*>& nodes) {
  load(nodes);
  std::vector<const Node*> level = nodes, bases;
  std::unordered_set<const Node*> seen(level.begin(), level.end());
  while (!level.empty()) {
    bases.clear();
    for (const Node* node : level) {
      read_as_config(*node);
      const std::vector<const Node*> named = named_by(*node);
      bases.insert(bases.end(), named.begin(), named.end());
    }
    load(bases);  // as they are on their own
    auto next = bases.begin();
    for (const Node* node : level) {
      const auto end = std::next(next, std::ssize(node->file->links.links));
      if (!node->file->mode.lazy && !bases_are_here(*node)) bases_of_.try_emplace(node, next, end);
      next = end;
    }
    level.clear();
    for (const Node* base : bases) {
      if (seen.insert(base).second) level.push_back(base);
    }
  }
}

config::LoadedFile& LoadedFiles::load_one(const Node& node) {
  std::vector<const Node*> nodes = {&node};
  load(nodes);
  return *nodes.front()->file;
}

std::vector<const Node*> LoadedFiles::named_by(const Node& node) {
  if (!node.file) return node.bases;
  read_as_config(node);
  if (is_tied(node)) return node.bases;
  std::vector<const Node*> out;
  for (const config::BaseLink& link : node.file->links.links) out.push_back(&named(link.path));
  return out;
}

bool LoadedFiles::inherits_file_name(const Node& node) {
  const auto [known, is_new] = says_file_.try_emplace(&node, false);
  if (!is_new) return known->second;
  bool result = node.file->says_file;
  std::vector<const Node*> bases = named_by(node);
  load(bases);
  for (const Node* base : bases) result = inherits_file_name(*base) || result;
  return says_file_[&node] = result;
}

const Node& LoadedFiles::base_of(const config::LoadedFile& heir, const config::BaseLink& link) {
  constexpr std::size_t kLongestPath = 4096;  // a cycle through `..` spells longer and longer ones
  std::vector<const Node*> nodes = {&named(link.path)};
  load(nodes);
  const Node& itself = *nodes.front();
  if (!heir.mode.lazy) return itself;
  read_as_config(itself);
  const config::LoadedFile& base = *itself.file;
  if (base.error || extension(link.path) != ".py") return itself;
  const bool spelled =
      link.spelled != link.path && link.spelled.size() < kLongestPath && inherits_file_name(itself);
  if (base.mode.lazy && !spelled) return itself;
  const std::string& spelling = spelled ? link.spelled : link.path;
  const NodeKey key{link.path, spelling};
  if (const Node* known = look_up(key)) return *known;
  Node& out = add(key);
  out.file = as_lazy_base(base, spelling, packages_);
  return out;
}

// Returns whether the nodes that a file names as bases are those that this object has loaded.
bool LoadedFiles::bases_are_here(const Node& node) const {
  return is_tied(node) && std::ranges::all_of(node.bases, [&](const Node* base) {
           return base->file && here(*base) == base;
         });
}

const std::vector<const Node*>& LoadedFiles::bases_of(const Node& node) {
  if (!node.file->mode.lazy && bases_are_here(node)) return node.bases;
  const auto [known, is_new] = bases_of_.try_emplace(&node);
  std::vector<const Node*>& bases = known->second;
  if (is_new) {
    for (const config::BaseLink& link : node.file->links.links)
      bases.push_back(&base_of(*node.file, link));
  }
  return bases;
}

}  // namespace mmlint::project
