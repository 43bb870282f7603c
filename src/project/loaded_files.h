#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/file_system.h"
#include "base/source.h"
#include "config/load.h"
#include "project/settings.h"
#include "python/territory.h"

namespace mmlint::project {

// Every file of a run, read and scanned once, and which file stands behind each base that one
// names.
//
// A node is a file as it is loaded: its path, and for a base of a lazy config that is read
// otherwise than on its own, how MMEngine spells the path behind a NUL. For one thread; load() uses
// several inside.
class LoadedFiles {
 public:
  LoadedFiles(const FileSystem& files, SourceStore& sources, Settings settings);
  // Takes what did not change from `below`, which must outlive this one.
  LoadedFiles(LoadedFiles& below, const FileSystem& files, std::set<std::string> changed);

  // Reads and scans what is missing, on settings().jobs threads.
  void load(std::span<const std::string> paths);
  // The same for the files and everything that they inherit.
  void load_closure(std::span<const std::string> paths);
  config::LoadedFile& load_one(const std::string& path);
  // Null for a node that was not loaded.
  std::shared_ptr<config::LoadedFile> find(const std::string& node);

  // The nodes of the bases of a loaded one, in the order of its links.
  const std::vector<std::string>& bases_of(const std::string& node);

  static std::string path_of(const std::string& node) { return node.substr(0, node.find('\0')); }
  bool is_changed(const std::string& node) const { return changed_.count(path_of(node)) != 0; }

  const FileSystem& files() const { return files_; }
  SourceStore& sources() const { return sources_; }
  const Settings& settings() const { return settings_; }
  const std::set<std::string>& changed() const { return changed_; }
  // What a config sees of the machine; refers to parts of this object.
  python::Outside outside() const;
  // One for each thread, by its number.
  syntax::Parser& parser(std::size_t worker) { return *parsers_[worker]; }

 private:
  bool inherits_file_name(const std::string& path);
  std::string base_node(const config::LoadedFile& heir, const config::BaseLink& link);

  const FileSystem& files_;
  SourceStore& sources_;
  Settings settings_;
  Packages packages_;
  python::Territory territory_;
  LoadedFiles* below_ = nullptr;
  std::set<std::string> changed_;
  std::unordered_map<std::string, std::shared_ptr<config::LoadedFile>> loaded_;
  std::unordered_map<std::string, std::vector<std::string>> bases_of_;
  std::unordered_map<std::string, bool> says_file_;  // the file or one that it inherits
  std::vector<std::unique_ptr<syntax::Parser>> parsers_;
};

}  // namespace mmlint::project
