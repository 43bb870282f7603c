#pragma once

#include <new>

#include "base/arena.h"
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
// for each key of each config, and most set a number, a text or the like as it is written there: of
// those only the key is stored, as the value says where it stands.
class Origin {
 public:
  // All as in OriginParts.
  How how() const { return static_cast<How>(how_); }
  const Value* set() const { return set_; }
  Span key() const;
  Span value() const;
  const Origin* source() const;
  const Origin* shadows() const;
  const Origin* earlier() const;
  const std::span<const Origin* const>* reads() const;
  OriginParts parts() const;

  // Both make one that lives as long as the arena.
  static const Origin* make(const OriginParts& parts, Arena& arena);
  // `set` is a literal of the file of the key: its span is what is written there. It is no
  // container: lists, sets and dicts get the place where they become unknown.
  static const Origin* of_literal(Span key, const Value& set, Arena& arena) {
    return new (arena.allocate(sizeof(Origin))) Origin(key, How::kLiteral, &set, false);
  }

 private:
  struct Whole;  // what make() makes
  struct Rare;

  Origin(Span key, How how, const Value* set, bool is_whole)
      : key_begin_(key.begin),
        key_length_(key.length()),
        how_(static_cast<unsigned>(how)),
        has_key_(key.known()),
        is_whole_(is_whole),
        set_(set) {}

  const Whole* whole() const;  // null for what of_literal() makes
  const Rare* rare() const;    // null for most

  std::uint32_t key_begin_;
  std::uint32_t key_length_ : 26;  // no file is as long: kLargestFile in base/disk_file_system.cc
  std::uint32_t how_ : 3;
  std::uint32_t has_key_ : 1;
  std::uint32_t is_whole_ : 1;
  const Value* set_;
};
static_assert(sizeof(Origin) == 16);

// A key that a file took out of a dict with `del` or pop().
struct Removal {
  Span at;                          // the statement or call
  const Origin* removed = nullptr;  // the origin of the key that was there
  bool top_level = false;           // it was a key of the config itself, not of a dict in it
};

// Returns the span to show for a key that was set: the key as it is written, else the value.
Span place(const Origin& origin);

}  // namespace mmlint
