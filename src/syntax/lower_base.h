#pragma once

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/pinned.h"
#include "base/result.h"
#include "syntax/ast.h"
#include "syntax/document.h"
#include "syntax/tree.h"

// What all parts of lowering (tree-sitter's nodes -> ast.h) share. Internal to syntax.
namespace mmlint::syntax {
inline constexpr std::uint32_t kMaxDepth = 400;  // nested nodes of ast.h
// One top-level statement to lower.
struct LowerInput {
  std::string_view text;  // the document's whole text
  std::uint32_t begin;    // where the statement begins in it
  const OffsetMap& map;   // from `text` to the file
  FileId file;
  std::span<const std::uint32_t> lines;  // ScanResult::lines inside the statement
  std::pmr::memory_resource& arena;      // where nodes live
  std::pmr::memory_resource& texts;      // where their texts live that stand nowhere in `text`
};

// The base of all lowering. The first problem of a statement wins; lowering goes on with stand-ins,
// so that nodes are never null, and the result is thrown away.
class LowerBase {
 public:
  explicit LowerBase(const LowerInput& input) : input_(input) {}
  const std::optional<SyntaxProblem>& problem() const { return problem_; }

 protected:
  // The grammar may read `*a.b` as `(*a).b`. While that is lowered, what begins at star_ really
  // begins at starred_.
  std::uint32_t star_ = 0xffffffff, starred_ = 0;
  // The same for the ends in `a if b else c as d`, which it may read as `a if b else (c as d)`.
  std::uint32_t aliased_ = 0xffffffff, value_end_ = 0;
  const LowerInput& input() const { return input_; }
  static constexpr const char* kInvalid = "invalid syntax";

  std::string_view text_between(std::uint32_t begin, std::uint32_t end) const {
    return input_.text.substr(input_.begin + begin, end - begin);
  }
  std::string_view text(const Node& node) const { return text_between(node.begin, node.end); }
  // Returns the offset in the file of an offset in the statement's text.
  std::uint32_t place(std::uint32_t at) const {
    const std::uint32_t offset = input_.begin + at;
    return input_.map.segments.empty() ? offset : input_.map.to_source(offset);
  }
  Expr expr_at(ExprKind kind, std::uint32_t begin, std::uint32_t end) const {
    return {kind, place(begin), place(end)};
  }
  Expr expr_at(ExprKind kind, const Node& node) const {
    return expr_at(kind, node.begin == star_ ? starred_ : node.begin,
                   node.end == aliased_ ? value_end_ : node.end);
  }

  template <class T>
  const T* make(const T& value) {  // a copy in the arena, as the next one
    return new (input_.arena.allocate(sizeof(T), alignof(T))) T(value);
  }
  template <class T>
  std::span<T> array(std::size_t size) {
    if (size == 0) return {};
    T* first = static_cast<T*>(input_.arena.allocate(size * sizeof(T), alignof(T)));
    std::uninitialized_value_construct_n(first, size);
    return {first, size};
  }
  std::string_view keep(std::string_view bytes) {
    if (bytes.empty()) return {};
    char* copy = static_cast<char*>(input_.texts.allocate(bytes.size(), 1));
    std::ranges::copy(bytes, copy);
    return {copy, bytes.size()};
  }

  void refuse(std::uint32_t begin, std::uint32_t end, std::string message,  // the first counts
              SyntaxProblem::Kind kind = SyntaxProblem::Kind::kSyntaxError) {
    if (problem_) return;
    problem_ = SyntaxProblem{kind, {input_.file, place(begin), place(end)}, std::move(message)};
  }
  void refuse(const Node& at, std::string message) { refuse(at.begin, at.end, std::move(message)); }
  const Expr* unsupported(const Node& node) { return make(expr_at(ExprKind::kUnsupported, node)); }
  // Counts one level while it lives. Converts to false, with a problem, beyond kMaxDepth levels.
  class NestingLevel : Pinned {
   public:
    NestingLevel(LowerBase& base, const Node& node)
        : base_(base), fits_(++base.depth_ <= kMaxDepth) {
      if (!fits_)
        base.refuse(node.begin, node.end, "nested too deeply", SyntaxProblem::Kind::kTooDeep);
    }
    ~NestingLevel() { --base_.depth_; }
    explicit operator bool() const { return fits_; }

   private:
    LowerBase& base_;
    bool fits_;
  };

  // Returns the n-th child (from 0) that is no token; null if there is none.
  static const Node* maybe_child(const Node& node, int n) {
    for (const Node& candidate : node.children())
      if (!candidate.is_token() && n-- == 0) return &candidate;
    return nullptr;
  }
  static const Node& child(const Node& node, int n) {
    const Node* found = maybe_child(node, n);
    MM_CHECK(found != nullptr);  // the grammar promises it
    return *found;
  }
  static const Node* child(const Node& node, NodeKind kind) {  // the first of it; may be null
    for (const Node& candidate : node.children())
      if (candidate.kind == kind) return &candidate;
    return nullptr;
  }
  // Returns the child after the first, a token or not.
  static const Node& second(const Node& node) { return *++node.children().begin(); }
  static std::size_t count_children(const Node& node) {  // without tokens
    std::size_t count = 0;
    for (const Node& candidate : node.children()) count += !candidate.is_token();
    return count;
  }
  const Node* token(const Node& node, std::string_view what) const {  // the first; may be null
    for (const Node& candidate : node.children()) {
      if (candidate.is_token() && text(candidate) == what) return &candidate;
    }
    return nullptr;
  }
  // Returns the last child if it is a comma, else null.
  const Node* trailing_comma(const Node& node) const {
    const Node* last = nullptr;
    for (const Node& candidate : node.children()) last = &candidate;
    return last != nullptr && last->is_token() && text(*last) == "," ? last : nullptr;
  }

 private:
  LowerInput input_;
  std::optional<SyntaxProblem> problem_;
  std::uint32_t depth_ = 0;
};

}  // namespace mmlint::syntax
