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

class Origin;

// What is said of an origin when it is made.
struct OriginParts {
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

// Which place set a key: one link of the chain from the leaf to the first setter. The pool of the
// config that holds the key owns it; its pointers may lead into the pools of bases. There is one
// for each key of each config, so it is small: most come from nowhere else and override nothing.
class Origin {
 public:
  // What few origins have; the pool owns it as well.
  struct Rare {
    const Origin *source, *shadows, *earlier;
    const std::span<const Origin* const>* reads;
    Span value;  // of any file
  };

  // `rare` holds what is_rare() is true of, else it is null.
  Origin(const OriginParts& parts, const Rare* rare)
      : file_(parts.key.known() ? parts.key.file : parts.value.file),
        key_{parts.key.begin, parts.key.end},
        value_{parts.value.begin, parts.value.end},
        how_(parts.how),
        has_key_(parts.key.known()),
        has_value_(parts.value.known()),
        set_(parts.set),
        rare_(rare) {}

  static bool is_rare(const OriginParts& parts) {
    return parts.source || parts.shadows || parts.earlier || parts.reads ||
           (parts.key.known() && parts.value.known() && parts.key.file != parts.value.file);
  }

  // All as in OriginParts.
  How how() const { return how_; }
  const Value* set() const { return set_; }
  Span key() const { return has_key_ ? Span{file_, key_.begin, key_.end} : Span{}; }
  Span value() const {
    if (!has_value_) return {};
    return rare_ ? rare_->value : Span{file_, value_.begin, value_.end};
  }
  const Origin* source() const { return rare_ ? rare_->source : nullptr; }
  const Origin* shadows() const { return rare_ ? rare_->shadows : nullptr; }
  const Origin* earlier() const { return rare_ ? rare_->earlier : nullptr; }
  const std::span<const Origin* const>* reads() const { return rare_ ? rare_->reads : nullptr; }
  OriginParts parts() const {
    return {key(), value(), how_, set_, source(), shadows(), earlier(), reads()};
  }

 private:
  struct Range {
    std::uint32_t begin, end;
  };

  FileId file_;  // of both ranges; see Rare::value for those of two files
  Range key_, value_;
  How how_;
  bool has_key_, has_value_;
  const Value* set_;
  const Rare* rare_;
};
static_assert(sizeof(Origin) == 40);

// A key that a file took out of a dict with `del` or pop().
struct Removal {
  Span at;                          // the statement or call
  const Origin* removed = nullptr;  // the origin of the key that was there
  bool top_level = false;           // it was a key of the config itself, not of a dict in it
};

// Returns the span to show for a key that was set: the key as it is written, else the value.
inline Span place(const Origin& origin) {
  const Span key = origin.key();
  return key.known() ? key : origin.value();
}

}  // namespace mmlint
