#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "syntax/document.h"
#include "syntax/node_kinds.h"

// The interface to tree-sitter, whose own types are used in tree.cc only. Internal to syntax.
namespace mmlint::syntax {

// A node of a parsed text, in an array in source order: a node's children follow it at once.
// Offsets are bytes of that text. Comments are left out.
struct Node {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t size;  // number of nodes of the subtree, this one included
  NodeKind kind;

  struct Iterator {
    const Node* node;
    const Node& operator*() const { return *node; }
    Iterator& operator++() {
      node += node->size;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;
  };
  struct Children {
    Iterator first, last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
  };
  // Returns the direct children, which follow this node in the array; not to be called on a copy of
  // a node.
  Children children() const { return {{this + 1}, {this + size}}; }
  bool is_token() const { return kind == NodeKind::kToken; }
};

// The outcome of parsing a text.
struct ParsedText {
  enum class Outcome : std::uint8_t { kOk, kError, kTooComplex } outcome;
  std::span<const Node> nodes;  // the module first; empty unless kOk
  std::uint32_t error = 0;      // for kError: byte offset near the error
};

// Parses a text. The parser owns the nodes, which stay valid until it is used again.
ParsedText parse(Parser& parser, std::string_view text);

// Returns, for a text that parse() refused, the offset of the first token that no valid program has
// there. `about` is ParsedText::error, which is returned if that lies far into a very large text.
std::uint32_t find_error(Parser& parser, std::string_view text, std::uint32_t about);

}  // namespace mmlint::syntax
