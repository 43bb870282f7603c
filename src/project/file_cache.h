#pragma once

#include "base/parallel.h"

namespace mmlint::project {

// Holds one result of type T per file of a workspace, so that each file is processed once.
template <class T>
class FileCache {
 public:
  FileCache() = default;
  // Takes the results of files that are not in `changed` from `below`, which must outlive this
  // cache.
  FileCache(const FileCache* below, std::set<std::string> changed)
      : below_(below), changed_(std::move(changed)) {}

  // Calls `visit` for every path and its result, which may be null; first for all of `below`, the
  // changed files included.
  void for_each(const std::function<void(const std::string&, const T*)>& visit) const {
    if (below_) below_->for_each(visit);
    for (const auto& [path, made] : files_) visit(path, made.get());
  }

  // Returns those of the paths that have no result yet, sorted, each once.
  std::vector<std::string> missing(std::span<const std::string> paths) const {
    std::set<std::string> out;
    for (const std::string& path : paths) {
      if (!find(path)) out.insert(path);
    }
    return {out.begin(), out.end()};
  }

  // Replaces the result of a path.
  void set(const std::string& path, std::shared_ptr<T> made) { files_[path] = std::move(made); }

  // Returns one result for each path, in their order, null for what cannot be read. The cache owns
  // them. Missing ones are made by `read`, which returns null for what cannot be read, on `jobs`
  // threads.
  using Read = std::function<std::shared_ptr<T>(const std::string& path)>;
  std::vector<const T*> get(std::span<const std::string> paths, int jobs, const Read& read) {
    const std::vector<std::string> list = missing(paths);
    std::vector<std::shared_ptr<T>> made(list.size());
    parallel_for(jobs, list.size(), [&](std::size_t i) { made[i] = read(list[i]); });
    for (std::size_t i = 0; i < list.size(); ++i) files_.emplace(list[i], std::move(made[i]));
    std::vector<const T*> out;
    for (const std::string& path : paths) out.push_back(find(path)->get());
    return out;
  }

 private:
  const std::shared_ptr<T>* find(const std::string& path) const {
    const auto known = files_.find(path);
    if (known != files_.end()) return &known->second;
    return below_ && changed_.count(path) == 0 ? below_->find(path) : nullptr;
  }

  const FileCache* below_ = nullptr;
  std::set<std::string> changed_;
  std::map<std::string, std::shared_ptr<T>> files_;
};

}  // namespace mmlint::project
