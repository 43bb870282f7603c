#include "project/loaded_files.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/parallel.h"
#include "base/paths.h"

namespace mmlint::project {
namespace {

Settings with_jobs(Settings settings, int jobs) {
  settings.jobs = jobs;
  return settings;
}

void sort_once(std::vector<std::string>& paths) {
  if (std::adjacent_find(paths.begin(), paths.end(), std::greater_equal<>()) == paths.end()) return;
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
}

}  // namespace

LoadedFiles::LoadedFiles(const FileSystem& files, SourceStore& sources, Settings settings)
    : files_(files),
      sources_(sources),
      settings_(std::move(settings)),
      packages_(files, settings_.packages),
      territory_(files, settings_.packages) {
  for (int i = 0; i < std::max(1, settings_.jobs); ++i) {
    parsers_.push_back(std::make_unique<syntax::Parser>());
  }
}

LoadedFiles::LoadedFiles(LoadedFiles& below, const FileSystem& files, std::set<std::string> changed,
                         int jobs)
    : LoadedFiles(files, below.sources_, with_jobs(below.settings_, jobs)) {
  below_ = &below;
  changed_ = std::move(changed);
}

python::Outside LoadedFiles::outside() const {
  return {settings_.environment, files_, territory_, settings_.limits,
          settings_.knows_all_variables};
}

const Node* LoadedFiles::look_up(const std::string& name) const {
  const auto it = nodes_.find(name);
  if (it != nodes_.end()) return &it->second;
  const auto is_other = [&] {
    return !changed_.empty() && is_changed(std::string_view(name).substr(0, name.find('\0')));
  };
  return below_ && !is_other() ? below_->look_up(name) : nullptr;
}

Node& LoadedFiles::add(const std::string& name) {
  const auto it = nodes_.try_emplace(name).first;
  it->second.name = &it->first;
  return it->second;
}

const Node& LoadedFiles::known(const std::string& path) {
  if (const Node* known = look_up(path)) return *known;
  load(std::span(&path, 1));
  return nodes_.at(path);
}

std::shared_ptr<config::LoadedFile> LoadedFiles::find(const std::string& name) const {
  const Node* known = look_up(name);
  return known ? known->file : nullptr;
}

void LoadedFiles::take(LoadedFiles& above) {
  for (auto& [name, node] : above.nodes_) {
    std::shared_ptr<config::LoadedFile>& mine = add(name).file;
    if (!mine) mine = std::move(node.file);  // else what was made of mine refers to it
  }
}

std::shared_ptr<config::LoadedFile> LoadedFiles::read(const std::string& path, SourceStore& sources,
                                                      std::size_t worker) {
  std::shared_ptr<config::LoadedFile> out = config::load_file(path, outside(), sources, packages_);
  if (out->kind == config::DocumentKind::kScript) return out;
  config::read_as_config(*out, outside(), packages_, *parsers_[worker]);
  // Of most configs that was one statement, and it is long until the others are asked for.
  if (out->raw && !out->expanded && !out->mode.lazy) out->raw->forget_nodes();
  return out;
}

void LoadedFiles::load(std::span<const std::string> paths) {
  std::vector<std::string> missing;
  for (const std::string& path : paths) {
    if (!find(path)) missing.push_back(path);
  }
  sort_once(missing);
  load_missing(missing);
}

std::vector<const Node*> LoadedFiles::load_missing(std::span<const std::string> missing) {
  std::vector<std::shared_ptr<config::LoadedFile>> made(missing.size());
  parallel_for_files(settings_.jobs, missing.size(), [&](std::size_t i, std::size_t worker) {
    made[i] = read(missing[i], sources_, worker);
  });
  std::vector<const Node*> out;
  out.reserve(missing.size());
  for (std::size_t i = 0; i < missing.size(); ++i) {
    Node& node = add(missing[i]);
    node.file = std::move(made[i]);
    out.push_back(&node);
  }
  return out;
}

std::size_t LoadedFiles::room_for(std::size_t more) const {
  // Measured on public configs: what all that a run knows of a file takes, and what its text and
  // document take beside that.
  constexpr std::size_t kOutline = 2600, kKept = 3550;
  const std::size_t outlines =
      (nodes_.size() + more) * kOutline + (nodes_.size() - outlines_) * kKept;
  return (settings_.room - std::min(settings_.room, outlines)) / kKept;
}

std::vector<const Node*> LoadedFiles::survey(std::span<const std::string> paths) {
  std::vector<const Node*> out;
  std::vector<std::string> missing;
  out.reserve(paths.size());
  for (const std::string& path : paths) {
    out.push_back(look_up(path));
    if (!out.back()) missing.push_back(path);
  }
  sort_once(missing);
  const std::size_t room = std::min(room_for(missing.size()), missing.size());
  const std::vector<const Node*> made = load_missing(std::span(missing).first(room));
  outline(std::span(missing).subspan(room));
  std::size_t next = 0;  // most often the paths are sorted as well
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (out[i]) continue;
    const bool is_next = next < made.size() && missing[next] == paths[i];
    out[i] = is_next ? made[next++] : look_up(paths[i]);
  }
  return out;
}

void LoadedFiles::outline(std::span<const std::string> beyond) {
  struct Seen {
    bool is_config = false, by_folder = false;
    std::vector<std::string> bases;
  };
  std::vector<Seen> seen(beyond.size());
  parallel_for_files(settings_.jobs, beyond.size(), [&](std::size_t i, std::size_t worker) {
    SourceStore passing;
    const std::shared_ptr<config::LoadedFile> file = read(beyond[i], passing, worker);
    const bool is_python = extension(beyond[i]) == ".py";
    seen[i].is_config = is_python && file->kind == config::DocumentKind::kConfig;
    seen[i].by_folder = file->by_folder;
    for (config::BaseLink& link : file->links.links) seen[i].bases.push_back(std::move(link.path));
  });
  std::vector<std::string> others;  // few: they are read a second time
  for (std::size_t i = 0; i < beyond.size(); ++i) {
    if (!seen[i].is_config) {
      others.push_back(beyond[i]);
      continue;
    }
    auto out = std::make_unique<Outline>();
    out->by_folder = seen[i].by_folder;
    out->bases.reserve(seen[i].bases.size());
    for (std::string& base : seen[i].bases)
      out->bases.push_back(*named_.insert(std::move(base)).first);
    add(beyond[i]).outline = std::move(out);
    ++outlines_;
  }
  load(others);
}

void LoadedFiles::put_texts_away() {
  if (!below_ || below_->outlines_ == 0) return;
  for (const auto& [name, node] : nodes_) {
    if (node.file && node.file->raw) node.file->raw->source().put_away();
  }
}

void LoadedFiles::load_into(std::vector<const Node*>& nodes,
                            std::span<const std::string* const> paths) {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (nodes[i] && !nodes[i]->file) nodes[i] = nullptr;
    if (!nodes[i]) missing.push_back(*paths[i]);
  }
  load(missing);
  auto next = missing.begin();
  for (const Node*& node : nodes) {
    if (!node) node = look_up(*next++);
  }
}

std::vector<const Node*> LoadedFiles::loaded(std::span<const std::string* const> paths) {
  std::vector<const Node*> out;
  for (const std::string* path : paths) out.push_back(look_up(*path));
  load_into(out, paths);
  return out;
}

void LoadedFiles::load_closure(std::span<const std::string> paths,
                               std::vector<const Node*>& nodes) {
  std::vector<const std::string*> names;
  for (const std::string& path : paths) names.push_back(&path);
  load_into(nodes, names);
  std::vector<const Node*> level = nodes;
  std::unordered_set<const Node*> seen(level.begin(), level.end());
  while (!level.empty()) {
    names.clear();
    for (const Node* node : level) {
      config::read_as_config(*node->file, outside(), packages_, *parsers_[0]);
      for (const config::BaseLink& link : node->file->links.links) names.push_back(&link.path);
    }
    const std::vector<const Node*> bases = loaded(names);  // as they are on their own
    auto next = bases.begin();
    for (const Node* node : level) {
      const auto end = std::next(next, std::ssize(node->file->links.links));
      if (!node->file->mode.lazy) bases_of_.try_emplace(node, next, end);
      next = end;
    }
    level.clear();
    for (const Node* base : bases) {
      if (seen.insert(base).second) level.push_back(base);
    }
  }
}

config::LoadedFile& LoadedFiles::load_one(const std::string& path) {
  if (const std::shared_ptr<config::LoadedFile> file = find(path)) return *file;
  load(std::span(&path, 1));
  return *nodes_.at(path).file;
}

config::LoadedFile& LoadedFiles::load_as_config(const std::string& path) {
  config::LoadedFile& file = load_one(path);
  config::read_as_config(file, outside(), packages_, *parsers_[0]);
  return file;
}

bool LoadedFiles::inherits_file_name(const std::string& path) {
  const auto [it, is_new] = says_file_.try_emplace(path, false);
  if (!is_new) return it->second;
  const config::LoadedFile& file = load_as_config(path);
  bool result = file.says_file;
  for (const config::BaseLink& link : file.links.links)
    result = inherits_file_name(link.path) || result;
  return says_file_[path] = result;
}

const Node& LoadedFiles::base_of(const config::LoadedFile& heir, const config::BaseLink& link) {
  constexpr std::size_t kLongestPath = 4096;  // a cycle through `..` spells longer and longer ones
  const std::string* const path = &link.path;
  const Node& itself = *loaded(std::span(&path, 1)).front();
  if (!heir.mode.lazy) return itself;
  const config::LoadedFile& base = load_as_config(link.path);
  if (base.error || extension(link.path) != ".py") return itself;
  const bool spelled = link.spelled != link.path && link.spelled.size() < kLongestPath &&
                       inherits_file_name(link.path);
  if (base.mode.lazy && !spelled) return itself;
  const std::string& spelling = spelled ? link.spelled : link.path;
  const std::string name = link.path + '\0' + spelling;
  if (const Node* known = look_up(name)) return *known;
  Node& out = add(name);
  out.file = as_lazy_base(base, spelling, packages_, *parsers_[0]);
  return out;
}

const std::vector<const Node*>& LoadedFiles::bases_of(const Node& node) {
  const auto [known, is_new] = bases_of_.try_emplace(&node);
  std::vector<const Node*>& bases = known->second;
  if (is_new) {
    for (const config::BaseLink& link : node.file->links.links)
      bases.push_back(&base_of(*node.file, link));
  }
  return bases;
}

}  // namespace mmlint::project
