#pragma once

#include "value/object.h"

namespace mmlint {

// Owns the values, origins and texts that evaluating one config makes. Their addresses are stable.
class Pool {
 public:
  Value* make(Value::Kind kind, Span span = {});
  Value* string(std::string_view text, Span span = {});  // keeps the view
  // Returns a string without a place that others may have as well (shared_key); keeps the view.
  Value* key(std::string_view name);
  Value* integer(std::int64_t i, Span span = {});
  Value* floating(double d, Span span = {});
  Value* boolean(bool b, Span span = {});
  Value* none(Span span = {}) { return make(Value::Kind::kNone, span); }
  Value* unknown(std::string_view reason, Span span);
  // Returns a number, text or None that equals a value, or an empty container of its kind.
  Value* like(const Value& value, Span span);
  const Origin* origin(const OriginParts& parts) { return Origin::make(parts, arena_); }
  const Origin* origin_of_literal(Span key, const Value& set) {  // see Origin::of_literal()
    return Origin::of_literal(key, set, arena_);
  }
  // Returns a list of origins that lives as long as the pool, or null for an empty one.
  const std::span<const Origin* const>* reads(std::span<const Origin* const> origins);
  std::string_view keep(std::string_view text);  // copies it; the copy lives as long as the pool
  Object* keep(ObjectPtr object);
  // Returns a shallow copy of a base's value that may be changed, a dict as a ConfigDict. Children
  // stay frozen until they are read, so that an heir copies only what it touches.
  Value* thaw(const Value& value);
  std::size_t size() const { return size_; }  // of values
  // Returns true if copy.deepcopy() takes all objects that the pool owns.
  bool is_copyable() const;
  bool holds_syntax() const;  // some object refers to nodes of a document's syntax

  Pool();
  ~Pool();

 private:
  Arena arena_;
  std::size_t size_ = 0;
  std::vector<ObjectPtr> objects_;
};

// Returns a string of that text: the same one whoever asks, as the dicts of all configs have mostly
// the same keys. It is frozen, has no place, and lives until the process ends. Null for a name
// that is empty, long, or new after very many. For several threads.
Value* shared_key(std::string_view name);

}  // namespace mmlint
