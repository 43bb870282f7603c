#pragma once

#include "base/std.h"

namespace mmlint::config {
struct LoadedFile;
}

namespace mmlint::project {

// What a node is known by: a file, and how it is read.
struct NodeKey {
  std::string path;
  // The path as MMEngine spells it, of a base of a lazy config that must be read differently than
  // on its own; else empty.
  std::string spelling = {};
};
// Looks a key up without a copy of its texts.
struct NodeKeyView {
  std::string_view path, spelling = {};
  NodeKeyView(const std::string& of) : path(of) {}  // NOLINT: a file on its own
  NodeKeyView(const NodeKey& key) : path(key.path), spelling(key.spelling) {}  // NOLINT
  friend auto operator<=>(const NodeKeyView&, const NodeKeyView&) = default;
};
struct NodeKeyHash {
  using is_transparent = void;
  std::size_t operator()(NodeKeyView key) const {
    const std::hash<std::string_view> hash;
    return key.spelling.empty() ? hash(key.path) : hash(key.path) ^ 3 * hash(key.spelling);
  }
};
struct NodeKeyEqual {
  using is_transparent = void;
  bool operator()(NodeKeyView a, NodeKeyView b) const { return a == b; }
};

// A file, and what was read of it: all, or an outline where there is no room for all, or nothing as
// long as it is only named as a base. LoadedFiles owns it, and it stays where it is.
struct Node {
  const NodeKey* key = nullptr;
  // Dense: a workspace counts keys from 0. One that is derived from it keeps these numbers and
  // appends its own. Sets and the index are by file: they know a file that is read for a lazy
  // config by its number on its own (config::Resolved::number).
  std::uint32_t number = 0;
  bool is_outline = false;  // a config: of what it says only `bases` is known, and the next
  bool by_folder = false;   // see config::Classified; of an outline
  std::shared_ptr<config::LoadedFile> file = {};
  // The files that it names as bases, each as it is on its own, in the order of its links; empty
  // until it is read as a config.
  std::vector<const Node*> bases = {};

  bool was_read() const { return file || is_outline; }
  const std::string& path() const { return key->path; }
  bool is_on_its_own() const { return key->spelling.empty(); }
};

inline bool before(const Node* a, const Node* b) {
  return NodeKeyView(*a->key) < NodeKeyView(*b->key);
}

// Files of one workspace, or of some that are made of it.
class NodeSet {
 public:
  NodeSet() = default;
  explicit NodeSet(std::span<const Node* const> nodes) {
    for (const Node* node : nodes) insert(*node);
  }

  // Returns true if it did not contain the file.
  bool insert(const Node& node) {
    if (contains(node)) return false;
    if (has_.size() <= node.number) has_.resize(node.number + 1);
    return has_[node.number] = true;
  }
  bool contains(const Node& node) const { return node.number < has_.size() && has_[node.number]; }
  bool includes(std::span<const Node* const> nodes) const {
    return std::ranges::all_of(nodes, [this](const Node* x) { return contains(*x); });
  }

 private:
  std::vector<bool> has_;  // by number
};

}  // namespace mmlint::project
