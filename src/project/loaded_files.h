#pragma once

#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/file_system.h"
#include "base/source.h"
#include "config/load.h"
#include "project/settings.h"
#include "python/territory.h"

namespace mmlint::project {

// What stays known of a config whose text does not stay.
struct Outline {
  bool by_folder = false;               // see config::Classified
  std::vector<std::string_view> bases;  // the paths that it names, in its order
};

// Of a file that was read, itself or its outline.
struct Known {
  std::shared_ptr<config::LoadedFile> file;
  std::unique_ptr<const Outline> outline;
};

// Every file of a run, read and scanned once if there is room for all, and the files that its bases
// stand for.
//
// A node is a string that identifies a file in the way it is loaded. Usually it is the path. A base
// of a lazy config that must be read differently than on its own has a NUL behind the path, and
// then the path as MMEngine spells it. For use by one thread; load() starts several inside.
class LoadedFiles {
 public:
  LoadedFiles(const FileSystem& files, SourceStore& sources, Settings settings);
  // Takes files that are not in `changed` from `below`, which must outlive this object. Uses `jobs`
  // threads.
  LoadedFiles(LoadedFiles& below, const FileSystem& files, std::set<std::string> changed, int jobs);

  // Reads and scans those files that were not yet, on settings().jobs threads; what looks like a
  // config is read as one.
  void load(std::span<const std::string> paths);
  // Does the same, but keeps only an outline of the Python configs for which there is no room.
  void survey(std::span<const std::string> paths);
  // Returns what is known of a file, after loading it if nobody has read it. It stays where it is.
  const Known& known(const std::string& path);
  // Puts the texts of the files away that this object itself has loaded, if it is over one that has
  // no room for all: else a report finds them in memory. Nobody may ask for their documents
  // afterwards.
  void put_texts_away();
  // Does what load() does, and reads the files and everything that they inherit as configs.
  void load_closure(std::span<const std::string> paths);
  config::LoadedFile& load_one(const std::string& path);
  config::LoadedFile& load_as_config(const std::string& path);
  // Takes over the nodes that another object over this one has loaded.
  void take(LoadedFiles& above);
  // Returns null for a node that was not loaded.
  std::shared_ptr<config::LoadedFile> find(const std::string& node);

  // Returns the nodes of the bases of a loaded node, in the order of its links.
  const std::vector<std::string>& bases_of(const std::string& node);

  static std::string path_of(const std::string& node) { return node.substr(0, node.find('\0')); }
  bool is_changed(const std::string& node) const {
    return !changed_.empty() && changed_.count(path_of(node)) != 0;
  }

  const FileSystem& files() const { return files_; }
  SourceStore& sources() const { return sources_; }
  const Settings& settings() const { return settings_; }
  const std::set<std::string>& changed() const { return changed_; }
  // Returns what a config sees of the machine. It refers to parts of this object.
  python::Outside outside() const;
  // Returns the parser of a thread, by its number from 0 to settings().jobs - 1.
  syntax::Parser& parser(std::size_t worker) { return *parsers_[worker]; }

 private:
  std::shared_ptr<config::LoadedFile> read(const std::string& path, SourceStore& sources,
                                           std::size_t worker);
  const Known* look_up(const std::string& node) const;  // null if nobody has read it
  // Returns how many of so many further files may be kept.
  std::size_t room_for(std::size_t more) const;
  bool inherits_file_name(const std::string& path);
  std::string base_node(const config::LoadedFile& heir, const config::BaseLink& link);

  const FileSystem& files_;
  SourceStore& sources_;
  Settings settings_;
  Packages packages_;
  python::Territory territory_;
  LoadedFiles* below_ = nullptr;
  std::set<std::string> changed_;
  std::unordered_map<std::string, Known> known_;
  std::size_t outlines_ = 0;               // of how many of them only an outline was kept
  std::unordered_set<std::string> named_;  // the bases in outlines
  std::unordered_map<std::string, std::vector<std::string>> bases_of_;
  std::unordered_map<std::string, bool> says_file_;  // it or a base of it has __file__
  std::vector<std::unique_ptr<syntax::Parser>> parsers_;
};

}  // namespace mmlint::project
