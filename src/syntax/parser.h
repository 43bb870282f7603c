#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/pinned.h"

namespace mmlint::syntax {

// The version of tree-sitter's interface that the grammars are generated for; the parser refuses
// others.
inline constexpr std::uint32_t kLanguageAbi = 15;

// A Parser owns one tree-sitter parser with Python's grammar. Each thread needs its own.
class Parser : Pinned {
 public:
  Parser();  // throws InternalError if library and grammar do not fit
  ~Parser();

  // What configs are made of is read without tree-sitter, to the same nodes (fast_parse.h), until
  // this is called.
  void use_tree_sitter_only() { fast_ = false; }
  bool fast() const { return fast_; }
  std::size_t fast_statements = 0;  // how many were read without tree-sitter

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
  bool fast_ = true;
};

}  // namespace mmlint::syntax
