#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "resolve/script/script.h"

namespace mmlint::resolve::script {

// The scripts of a workspace, each read once.
class Cache {
 public:
  Cache() = default;
  // Takes those that did not change from `below`, which must outlive this one.
  Cache(const Cache* below, std::set<std::string> changed)
      : below_(below), changed_(std::move(changed)) {}

  // In the order of the paths; what is missing is read on `jobs` threads. `read` gives null for
  // what is no valid Python.
  using Read = std::function<std::shared_ptr<Script>(const std::string& path, std::size_t worker)>;
  std::vector<const Script*> get(std::span<const std::string> paths, int jobs, const Read& read);

 private:
  const std::shared_ptr<Script>* find(const std::string& path) const;

  const Cache* below_ = nullptr;
  std::set<std::string> changed_;
  std::map<std::string, std::shared_ptr<Script>> scripts_;
};

}  // namespace mmlint::resolve::script
