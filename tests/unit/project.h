#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "project/index.h"

namespace mmlint::test {

// A project in memory; the root is "/p".
class MemoryProject {
 public:
  explicit MemoryProject(const std::map<std::string, std::string>& files,
                         project::Settings settings = {}) {
    for (const auto& [path, text] : files) {
      disk.add("/p/" + path, text);
      paths.push_back("/p/" + path);
    }
    workspace = std::make_unique<project::Workspace>(disk, sources, std::move(settings));
    std::vector<std::string> configs;
    workspace->load(paths);
    for (const std::string& path : paths) {
      if (workspace->kind(path) == config::DocumentKind::kConfig) configs.push_back(path);
      if (workspace->kind(path) == config::DocumentKind::kScript) scripts.push_back(path);
      if (workspace->kind(path) == config::DocumentKind::kShell) launch_scripts.push_back(path);
    }
    index = std::make_unique<project::Index>(*workspace, configs);
  }

  const config::Resolved& resolve(const std::string& path) {
    return *workspace->resolve("/p/" + path);
  }

  MemoryFileSystem disk;
  SourceStore sources;
  std::vector<std::string> paths;  // sorted, absolute
  std::vector<std::string> scripts;
  std::vector<std::string> launch_scripts;
  std::vector<std::string> roots{"/p"};
  std::unique_ptr<project::Workspace> workspace;
  std::unique_ptr<project::Index> index;
};

}  // namespace mmlint::test
