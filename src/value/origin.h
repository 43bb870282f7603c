#pragma once

#include <cstdint>
#include <vector>

#include "base/span.h"

namespace mmlint {

struct Value;

// How a value came to stand at its key.
enum class How : std::uint8_t {
  kLiteral,       // it is written there
  kComputed,      // an expression, a call, a statement other than an assignment
  kMerged,        // a dict of this file merged into the base's dict; `shadows` is the base's
  kReplaced,      // a dict with `_delete_=True`, which keeps nothing of the base's
  kBaseVariable,  // {{_base_.x}} or _base_.x; `source` is the base's
  kImported,      // a lazy import by name; `source` is the imported key's
};

// Who set a key: one link of the chain from the leaf to the first setter.
struct Origin {
  Span key{};    // the key as it is written there; unknown for computed keys
  Span value{};  // the expression as it is written there
  How how = How::kLiteral;
  const Value* set = nullptr;       // the value as this place set it, before merging
  const Origin* source = nullptr;   // where the value itself had been set
  const Origin* shadows = nullptr;  // what this place overrode
  const Origin* earlier =
      nullptr;  // what this file itself had set before, if `shadows` is a base's
  const std::vector<const Origin*>* reads = nullptr;  // kComputed: what the expression read
};

// A key that a file took out of a dict with `del` or pop().
struct Removal {
  Span at;                          // the statement or call
  const Origin* removed = nullptr;  // of the key that was there
  bool top_level = false;           // a key of the config itself
};

// Returns the span to show for a key that was set: the key as it is written, else the value.
inline const Span& place(const Origin& origin) {
  return origin.key.known() ? origin.key : origin.value;
}

}  // namespace mmlint
