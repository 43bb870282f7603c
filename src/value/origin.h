#pragma once

#include <cstdint>
#include <span>

#include "base/span.h"

namespace mmlint {

struct Value;

// How a value came to stand at its key.
enum class How : std::uint8_t {
  kLiteral,       // it is written there as a literal
  kComputed,      // by an expression, a call, or a statement other than an assignment
  kMerged,        // a dict of this file was merged into the base's dict, which is `shadows`
  kReplaced,      // a dict with `_delete_=True`, which keeps nothing of the base's dict
  kBaseVariable,  // {{_base_.x}} or _base_.x; `source` is the base's origin
  kImported,      // a lazy import by name; `source` is the origin of the imported key
};

// Which place set a key: one link of the chain from the leaf to the first setter. The pool of the
// config that holds the key owns it; its pointers may lead into the pools of bases.
struct Origin {
  Span key{};    // the key as it is written there; unknown for a computed key
  Span value{};  // the expression as it is written there
  How how = How::kLiteral;
  const Value* set = nullptr;       // the value that this place set, before it was merged
  const Origin* source = nullptr;   // the origin of the variable or key that the value came from
  const Origin* shadows = nullptr;  // the origin that this one overrode
  const Origin* earlier =
      nullptr;  // what this file itself had set before, if `shadows` is of a base
  const std::span<const Origin* const>* reads = nullptr;  // kComputed: what the expression read
};

// A key that a file took out of a dict with `del` or pop().
struct Removal {
  Span at;                          // the statement or call
  const Origin* removed = nullptr;  // the origin of the key that was there
  bool top_level = false;           // it was a key of the config itself, not of a dict in it
};

// Returns the span to show for a key that was set: the key as it is written, else the value.
inline const Span& place(const Origin& origin) {
  return origin.key.known() ? origin.key : origin.value;
}

}  // namespace mmlint
