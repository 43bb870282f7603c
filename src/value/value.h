#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/chunks.h"
#include "base/span.h"
#include "value/dict.h"
#include "value/origin.h"

namespace mmlint {

struct Value;
struct Object;  // what the evaluator knows of a kObject or kReference; see value/object.h
struct ObjectDeleter {
  void operator()(Object* object) const;
};
using ObjectPtr = std::unique_ptr<Object, ObjectDeleter>;

// One Python value. The Pool that made it owns it. Other configs may share a frozen one.
struct Value {
  enum class Kind : std::uint8_t {
    kNone,
    kBool,
    kInt,
    kFloat,
    kString,
    kBytes,
    kList,
    kTuple,
    kSet,
    kDict,
    kReference,  // a lazy object: `text` is the dotted string of Config.to_dict()
    kObject,     // a function, class, module and the like: `text` says which
    kUnknown,    // not computed statically: `text` is the reason, `span` what caused it
  };

  Kind kind = Kind::kNone;
  bool frozen = false;       // part of a finished config: never changed again
  bool config_dict = false;  // kDict: behaves as MMEngine's ConfigDict while a config is evaluated
  bool from_base = false;    // kDict: of a classic base, so it has the attribute `scope` (rule C1)
  bool literal = false;      // `span` is exactly the display or literal that made the value
  bool fixed = false;        // kSet: a frozenset; kDict: see is_addict()
  bool open : 1 = false;     // used by freeze() only: its children are being frozen
  bool thawed : 1 = false;   // made by Pool::thaw: the copy of a base's value that a config sees
  bool big : 1 = false;      // kInt beyond 64 bits: `text` holds the decimal digits
  std::uint32_t unfolded = 0;  // once frozen: its size in values, shared ones counted each time
  Span span;                   // where it was written or computed
  union {
    bool boolean;
    std::int64_t integer = 0;
    double floating;
  };
  std::string_view text;      // kString, kBytes, kReference, kObject, kUnknown, big ints
  std::vector<Value*> items;  // kList, kTuple, kSet (insertion order)
  Dict dict;                  // kDict
  Object* object = nullptr;   // kObject, kReference

  bool is_container() const { return kind >= Kind::kList && kind <= Kind::kDict; }
  bool is_string(std::string_view s) const { return kind == Kind::kString && text == s; }
};

// Compares as Python's == does: 1 == 1.0 == True. An unknown value equals nothing.
bool equal(const Value& a, const Value& b);
// Returns a hash; equal values have equal ones. The value must be hashable().
std::size_t hash(const Value& value);
bool hashable(const Value& value);
bool is_date(const Value& value);  // true for a kObject with a DateObject

// Makes a finished value and everything below it read-only. Fails with kCyclic if a container holds
// itself or is nested too deeply, with kTooLarge if it unfolds to more than kMaxUnfolded values
// (shared ones count each time); it must then not be used.
inline constexpr std::uint32_t kMaxUnfolded = 2'000'000;
enum class Frozen : std::uint8_t { kDone, kCyclic, kTooLarge };
Frozen freeze(Value& value);

// Owns the values, origins and texts that evaluating one config makes. Their addresses are stable.
class Pool {
 public:
  Value* make(Value::Kind kind, Span span = {});
  Value* string(std::string_view text, Span span = {});  // keeps the view
  // Returns a string without a place, mostly the same one for the same name; keeps the view.
  Value* key(std::string_view name);
  Value* integer(std::int64_t i, Span span = {});
  Value* floating(double d, Span span = {});
  Value* boolean(bool b, Span span = {});
  Value* none(Span span = {}) { return make(Value::Kind::kNone, span); }
  Value* unknown(std::string_view reason, Span span);
  const Origin* origin(Origin origin);
  // Returns a list of origins that lives as long as the pool, or null for an empty one.
  const std::vector<const Origin*>* reads(std::span<const Origin* const> origins);
  std::string_view keep(std::string_view text);  // copies it; the copy lives as long as the pool
  Object* keep(ObjectPtr object);
  // Returns a shallow copy of a base's value that may be changed, a dict as a ConfigDict. Children
  // stay frozen until they are read, so that an heir copies only what it touches.
  Value* thaw(const Value& value);
  std::size_t size() const { return values_.size(); }
  // Returns true if copy.deepcopy() takes all objects that the pool owns.
  bool is_copyable() const;
  bool holds_syntax() const;  // some object refers to nodes of a document's syntax

  Pool();
  ~Pool();

 private:
  std::vector<Value*> keys_;  // the last ones of key(), by a hash of their texts
  Chunks<Value> values_;
  Chunks<Origin> origins_;
  Chunks<std::vector<const Origin*>> reads_;
  std::vector<ObjectPtr> objects_;
  std::pmr::monotonic_buffer_resource text_{128};
};

}  // namespace mmlint
