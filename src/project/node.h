#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmlint::config {
struct LoadedFile;
}

namespace mmlint::project {

// A file by its name, and what was read of it: all, or an outline where there is no room for all,
// or nothing as long as it is only named as a base. LoadedFiles owns it, and it stays where it is.
struct Node {
  // Usually the path. A base of a lazy config that must be read differently than on its own has a
  // NUL behind the path, and then the path as MMEngine spells it.
  const std::string* name = nullptr;
  // Names are counted from 0 as a workspace comes to them. One that is made of it has the same
  // numbers for the same names, and higher ones for others. Sets and the index are by file: they
  // know a file that is read for a lazy heir by its number on its own (config::Resolved::number).
  std::uint32_t number = 0;
  bool is_outline = false;  // a config: of what it says only `bases` is known, and the next
  bool by_folder = false;   // see config::Classified; of an outline
  std::shared_ptr<config::LoadedFile> file = {};
  // The files that it names as bases, each as it is on its own, in the order of its links; empty
  // until it is read as a config.
  std::vector<const Node*> bases = {};

  bool was_read() const { return file || is_outline; }
  std::string_view path() const { return std::string_view(*name).substr(0, name->find('\0')); }
};

inline bool before(const Node* a, const Node* b) {
  return *a->name < *b->name;
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
    return std::all_of(nodes.begin(), nodes.end(), [this](const Node* x) { return contains(*x); });
  }

 private:
  std::vector<bool> has_;  // by number
};

}  // namespace mmlint::project
