#pragma once

#include <cstdint>

#include "base/span.h"

namespace mmlint::resolve {

struct Value;

// How a value came to its key.
enum class How : std::uint8_t {
  kLiteral,       // written there
  kComputed,      // an expression, a call, a statement other than an assignment
  kMerged,        // a dict of this file merged into the base's dict; `shadows` is the base's
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
};

}  // namespace mmlint::resolve
