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

// A file that was read in one way, itself or its outline. LoadedFiles owns it, and it stays where
// it is.
struct Node {
  // Usually the path. A base of a lazy config that must be read differently than on its own has a
  // NUL behind the path, and then the path as MMEngine spells it.
  const std::string* name = nullptr;
  std::shared_ptr<config::LoadedFile> file = {};
  std::unique_ptr<const Outline> outline = {};

  std::string_view path() const { return std::string_view(*name).substr(0, name->find('\0')); }
};

// Every file of a run, read and scanned once if there is room for all, and the files that its bases
// stand for. For use by one thread; load() starts several inside.
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
  // Returns the nodes of the paths, in their order.
  std::vector<const Node*> survey(std::span<const std::string> paths);
  // Returns what is known of a file, after loading it if nobody has read it.
  const Node& known(const std::string& path);
  // Puts the texts of the files away that this object itself has loaded, if it is over one that has
  // no room for all: else a report finds them in memory. Nobody may ask for their documents
  // afterwards.
  void put_texts_away();
  // Does what load() does, and reads the files and everything that they inherit as configs. `nodes`
  // are those of the paths, in their order; those that are null or have no file are put in.
  void load_closure(std::span<const std::string> paths, std::vector<const Node*>& nodes);
  config::LoadedFile& load_one(const std::string& path);
  config::LoadedFile& load_as_config(const std::string& path);
  // Takes over the nodes that another object over this one has loaded.
  void take(LoadedFiles& above);
  // Each returns null for a name under which nothing was read, find() also for an outline.
  const Node* look_up(const std::string& name) const;
  std::shared_ptr<config::LoadedFile> find(const std::string& name) const;

  // Returns the nodes of the bases of a loaded node, in the order of its links. Loads them.
  const std::vector<const Node*>& bases_of(const Node& node);

  bool is_changed(std::string_view path) const {
    return !changed_.empty() && changed_.count(std::string(path)) != 0;
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
  Node& add(const std::string& name);
  // Returns the nodes of paths, in their order, after loading those that are not.
  std::vector<const Node*> loaded(std::span<const std::string* const> paths);
  // Puts in the nodes of paths, in their order, that are null or have no file, after loading these.
  void load_into(std::vector<const Node*>& nodes, std::span<const std::string* const> paths);
  // Both get sorted paths of which none was read yet. The first returns their nodes, in their
  // order.
  std::vector<const Node*> load_missing(std::span<const std::string> missing);
  void outline(std::span<const std::string> beyond);
  // Returns how many of so many further files may be kept.
  std::size_t room_for(std::size_t more) const;
  bool inherits_file_name(const std::string& path);
  const Node& base_of(const config::LoadedFile& heir, const config::BaseLink& link);

  const FileSystem& files_;
  SourceStore& sources_;
  Settings settings_;
  Packages packages_;
  python::Territory territory_;
  LoadedFiles* below_ = nullptr;
  std::set<std::string> changed_;
  std::unordered_map<std::string, Node> nodes_;  // by name
  std::size_t outlines_ = 0;                     // of how many of them only an outline was kept
  std::unordered_set<std::string> named_;        // the bases in outlines
  std::unordered_map<const Node*, std::vector<const Node*>> bases_of_;
  std::unordered_map<std::string, bool> says_file_;  // it or a base of it has __file__
  std::vector<std::unique_ptr<syntax::Parser>> parsers_;
};

}  // namespace mmlint::project
