#pragma once

#include "project/workspace.h"

namespace mmlint::project {

// Which configs below a root inherit which files. It reads the bases that configs name; nothing is
// evaluated.
class Index : Pinned {
 public:
  // `configs` are all configs below the root. The workspace is used by the constructor only, but
  // must live as long as the index, which refers to its nodes.
  Index(Workspace& workspace, std::span<const std::string> configs);
  Index(Workspace& workspace, std::vector<const Node*> configs);

  // Return the configs, sorted; their paths are put together when somebody first asks for them.
  std::span<const Node* const> nodes() const { return std::span(nodes_).first(count_); }
  const std::vector<std::string>& configs() const;
  bool has(const std::string& path) const;
  bool is_inherited(const std::string& path) const;
  // Answer the same sooner, for files of the workspace of the index or of one made of it.
  bool is_inherited(const Node& node) const { return is_inherited(node.number); }
  bool is_inherited(const config::Resolved& config) const { return is_inherited(config.number); }
  // Returns, sorted, the paths that configs name as bases but at which there is no file; bases in
  // packages are left out.
  std::vector<std::string> missing_bases(const FileSystem& files) const;
  // Returns, sorted, every config below the root that inherits one of the files, directly or not,
  // and those of the files that are configs below the root themselves.
  std::vector<const Node*> reach(const std::set<std::string>& files) const;

 private:
  using Place = std::uint32_t;  // in nodes_
  static constexpr Place kNone = static_cast<Place>(-1);
  Place place_of(std::string_view path) const;
  bool is_inherited(std::uint32_t number) const;

  std::vector<const Node*> nodes_;  // the configs, then what they name beside these; both sorted
  std::size_t count_ = 0;           // of the configs
  std::vector<Place> places_;       // by the number of the node
  std::unordered_map<Place, std::vector<Place>> heirs_;  // of bases
  mutable std::once_flag asked_;
  mutable std::vector<std::string> configs_;  // see configs()
};

}  // namespace mmlint::project
