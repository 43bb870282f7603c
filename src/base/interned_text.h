#pragma once

#include "base/intern_table.h"

namespace mmlint {

// A text of which the process keeps one copy. Equality compares pointers; the order is that of the
// texts.
class InternedText {
 public:
  InternedText() {
    static const Node* const empty = InternTable<Node>::find("");
    node_ = empty;
  }
  InternedText(std::string_view text) : node_(InternTable<Node>::find(text)) {}
  InternedText(const std::string& text) : InternedText(std::string_view(text)) {}
  InternedText(const char* text) : InternedText(std::string_view(text)) {}

  // Valid until the process ends.
  const std::string& str() const { return node_->text; }
  operator const std::string&() const { return node_->text; }

  friend bool operator==(InternedText a, InternedText b) { return a.node_ == b.node_; }
  friend std::strong_ordering operator<=>(InternedText a, InternedText b) {
    return a == b ? std::strong_ordering::equal : a.str() <=> b.str();
  }
  // Returns the hash of the text.
  std::size_t hash() const { return node_->hash; }

 private:
  struct Node : Pinned {
    using Key = std::string_view;
    Node(Key key, std::size_t its_hash) : text(key), hash(its_hash) {}
    bool is(Key key) const { return text == key; }
    static std::size_t hash_of(Key key) { return std::hash<Key>()(key); }
    const std::string text;
    const std::size_t hash;
  };
  const Node* node_;
};

}  // namespace mmlint
