#pragma once

#include "base/local_ptr.h"

namespace mmlint {

// A sorted map from text to values whose copies share all nodes but those on the way to a key that
// one of them has changed. It is a treap: a search tree that is also a heap by a hash of the keys,
// so that equal keys give one shape. A map and its copies are for one thread.
template <class Value>
class PersistentMap {
  struct Node;
  using Link = LocalPtr<Node>;

 public:
  using Entry = std::pair<const std::string, Value>;

  // Goes over the entries in the order of their keys, until the next change of the map.
  class Iterator {
   public:
    Iterator(const Node* root, std::string_view from) { descend(root, from); }
    const Entry& operator*() const { return *open_.back()->entry; }
    const Entry* operator->() const { return open_.back()->entry.get(); }
    Iterator& operator++() {
      const Node* const done = open_.back();
      open_.pop_back();
      descend(done->right.get(), {});
      return *this;
    }
    bool operator==(const Iterator& other) const { return open_ == other.open_; }

   private:
    void descend(const Node* node, std::string_view from) {
      while (node) {
        const bool is_before = node->key() < from;
        if (!is_before) open_.push_back(node);
        node = is_before ? node->right.get() : node->left.get();
      }
    }
    std::vector<const Node*> open_;  // the next node, behind those above it that come later
  };

  Iterator begin() const { return lower_bound({}); }
  Iterator end() const { return {nullptr, {}}; }
  // Returns the first entry whose key is not before this one.
  Iterator lower_bound(std::string_view key) const { return {root_.get(), key}; }
  std::size_t size() const { return size_; }
  // Returns true if both share all entries. False does not say that they differ.
  bool shares(const PersistentMap& other) const { return root_ == other.root_; }

  // Returns the value of a key, valid until the next change; null if there is none.
  const Value* find(std::string_view key) const {
    const Node* node = root_.get();
    for (int order = 0; node; node = (order < 0 ? node->left : node->right).get())
      if ((order = key.compare(node->key())) == 0) return &node->entry->second;
    return nullptr;
  }

  void set(std::string key, Value value) {
    size_ += put(root_, {LocalPtr<Entry>(std::in_place, std::move(key), std::move(value))});
  }

  void erase(std::string_view key) {
    if (!find(key)) return;
    --size_;
    Link* link = &root_;
    while ((*link)->key() != key) link = key < own(*link).key() ? &(*link)->left : &(*link)->right;
    *link = merged((*link)->left, (*link)->right);
  }

  // Calls `visit(key, here, there)` for each key, in order, whose value the two maps do not share:
  // each points to the map's value, or is null. The time grows with what has been changed only.
  void compare(const PersistentMap& other, const auto& visit) const {
    compare(root_, other.root_, visit);
  }

 private:
  struct Node {
    LocalPtr<Entry> entry;
    std::size_t rank = std::hash<std::string>()(entry->first);  // no child has a higher one
    Link left = {}, right = {};
    const std::string& key() const { return entry->first; }
    bool is_above(const Node& other) const {
      return std::tie(other.rank, key()) < std::tie(rank, other.key());
    }
  };

  // Makes the node one that only this link has.
  static Node& own(Link& link) {
    return *(link.is_shared() ? link = Link(std::in_place, *link) : link);
  }

  // Returns how many nodes it has added: 0 where the key was there.
  static std::size_t put(Link& link, Node&& made) {
    if (link && link->rank == made.rank && link->key() == made.key())
      return own(link).entry = std::move(made.entry), 0;
    if (link && !made.is_above(*link)) {
      Link& side = made.key() < own(link).key() ? link->left : link->right;
      return put(side, std::move(made));
    }
    std::tie(made.left, made.right) = split(std::move(link), made.key());
    link = Link(std::in_place, std::move(made));
    return 1;
  }

  // Returns the nodes before a key, and those behind it. The key is in none of them.
  static std::pair<Link, Link> split(Link link, const std::string& key) {
    if (!link) return {};
    const bool is_behind = key < link->key();
    Link& side = is_behind ? own(link).left : own(link).right;
    auto [before, after] = split(std::move(side), key);
    side = is_behind ? after : before;
    return is_behind ? std::pair(before, link) : std::pair(link, after);
  }

  static Link merged(Link before, Link after) {
    if (!before || !after) return before ? before : after;
    const bool is_first = before->is_above(*after);
    Link& side = is_first ? own(before).right : own(after).left;
    side = is_first ? merged(std::move(side), std::move(after))
                    : merged(std::move(before), std::move(side));
    return is_first ? before : after;
  }

  static void compare(const Link& here, const Link& there, const auto& visit) {
    if (here == there) return;
    const bool is_here = here && (!there || !there->is_above(*here));
    const bool is_there = there && (!here || !here->is_above(*there));
    const Node& top = is_here ? *here : *there;
    // A key that is above all of the other map is not in it.
    const auto [a, b] = is_here ? std::pair(here->left, here->right) : split(here, top.key());
    const auto [c, d] = is_there ? std::pair(there->left, there->right) : split(there, top.key());
    compare(a, c, visit);
    const Value* const x = is_here ? &here->entry->second : nullptr;
    const Value* const y = is_there ? &there->entry->second : nullptr;
    if (x != y) visit(top.key(), x, y);
    compare(b, d, visit);
  }

  std::size_t size_ = 0;
  Link root_;
};

}  // namespace mmlint
