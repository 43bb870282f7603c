#pragma once

#include "config/load.h"
#include "project/node.h"
#include "project/settings.h"

namespace mmlint::project {

// Every file of a run, read and scanned once if there is room for all, and the files that its bases
// stand for. For use by one thread; load() starts several inside.
class LoadedFiles {
 public:
  LoadedFiles(const FileSystem& files, SourceStore& sources, Settings settings);
  // Takes files that are not in `changed` from `below`, which must outlive this object. Uses `jobs`
  // threads.
  LoadedFiles(LoadedFiles& below, const FileSystem& files, std::set<std::string> changed, int jobs);

  // Returns the node of a file, whether anybody has read it or not.
  const Node& named(const std::string& path);
  std::vector<const Node*> named(std::span<const std::string> paths);
  // Each returns null where nothing was read, find() also for an outline.
  const Node* look_up(NodeKeyView key) const;
  std::shared_ptr<config::LoadedFile> find(const std::string& path) const;
  // Returns the node that was read for the same file as a node; null if none was. It is another one
  // if the file was changed, or if only its outline was kept where the node comes from.
  const Node* here(const Node& node) const;
  // Returns the number of a read file as it is on its own, of which a node may be another reading.
  // May be asked by several threads while nothing is loaded.
  std::uint32_t number_on_its_own(const Node& node) const;
  // Returns what is known of a file, after loading it if nobody has read it.
  const Node& known(const std::string& path) { return known(named(path)); }
  const Node& known(const Node& node);

  // Reads and scans those files that were not yet, on settings().jobs threads; what looks like a
  // config is read as one.
  void load(std::span<const std::string> paths);
  // Does the same, and puts the nodes that have the files in the places of those that stand for
  // them.
  void load(std::vector<const Node*>& nodes);
  // Does the same, but keeps only an outline of the Python configs for which there is no room.
  // Returns the nodes of the files, in their order.
  std::vector<const Node*> survey(std::span<const Node* const> nodes);
  // Puts the texts of the files away that this object itself has loaded, if it is over one that has
  // no room for all: else a report finds them in memory. Invalidates this object.
  void put_texts_away() &&;
  // Does what load() does, and reads the files and everything that they inherit as configs.
  void load_closure(std::vector<const Node*>& nodes);
  config::LoadedFile& load_one(const Node& node);
  // Takes over the nodes that another object over this one has loaded.
  void take(LoadedFiles& above);

  // Returns the nodes that a known file names as bases, in the order of its links, whether anybody
  // has read them or not.
  std::vector<const Node*> named_by(const Node& node);
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

 private:
  std::shared_ptr<config::LoadedFile> read(const std::string& path, SourceStore& sources);
  Node& add(NodeKeyView key);
  Node& own(const Node& node);
  std::optional<std::uint32_t> number_of(NodeKeyView key) const;
  void read_as_config(const Node& node);
  void tie(Node& node);
  // Both get nodes of this object, sorted, that were not read yet.
  void load_missing(std::span<Node* const> missing);
  void outline(std::span<Node* const> beyond);
  // Returns how many of so many further files may be kept.
  std::size_t room_for(std::size_t more) const;
  bool bases_are_here(const Node& node) const;
  bool inherits_file_name(const Node& node);
  const Node& base_of(const config::LoadedFile& heir, const config::BaseLink& link);

  const FileSystem& files_;
  SourceStore& sources_;
  Settings settings_;
  Packages packages_;
  python::Territory territory_;
  LoadedFiles* below_ = nullptr;
  std::set<std::string> changed_;
  std::unordered_map<NodeKey, Node, NodeKeyHash, NodeKeyEqual> nodes_;
  std::vector<Node*> numbered_;  // the same, if this is over no other
  std::uint32_t next_number_ = 0;
  std::size_t kept_ = 0;      // how many of them have a file
  std::size_t outlines_ = 0;  // of how many of them only an outline was kept
  // Where they are not those that Node::bases names.
  std::unordered_map<const Node*, std::vector<const Node*>> bases_of_;
  std::unordered_map<const Node*, bool> says_file_;  // it or a base of it has __file__
};

}  // namespace mmlint::project
