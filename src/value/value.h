#pragma once

#include "value/dict.h"
#include "value/origin.h"

namespace mmlint {

struct Value;
struct Object;  // what the evaluator knows of a kObject or kReference; see value/object.h
struct ObjectDeleter {
  void operator()(Object* object) const;
};
using ObjectPtr = std::unique_ptr<Object, ObjectDeleter>;

// One Python value. The Pool that made it owns it. Other configs may share a frozen one, as all do
// with keys (shared_key). What holds items or keys comes from a pool, where its ArenaVector finds
// room (Arena::of checks that in debug builds); other values may be anywhere.
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
    kReference,  // a lazy object: text() is the dotted string of Config.to_dict()
    kObject,     // a function, class, module and the like: text() says which
    kUnknown,    // not computed statically: text() is the reason, `span` what caused it
  };
  using Items = ArenaVector<Value*>;

  Kind kind = Kind::kNone;       // changes to one with another payload by become_unknown() alone
  bool frozen : 1 = false;       // part of a finished config, or shared: never changed again
  bool config_dict : 1 = false;  // kDict: behaves as MMEngine's ConfigDict while it is evaluated
  bool from_base : 1 = false;  // kDict: of a classic base, so it has the attribute `scope`; rule C1
  bool literal : 1 = false;    // `span` is exactly the display or literal that made the value
  bool open : 1 = false;       // used by freeze() only: its children are being frozen
  bool thawed : 1 = false;     // made by Pool::thaw: the copy of a base's value
  bool big : 1 = false;        // kInt beyond 64 bits: text() holds the decimal digits
  bool flat : 1 = false;       // once frozen: no container with anything in it is in it
  std::uint32_t unfolded = 0;  // once frozen: its size in values, shared ones counted each time
  Span span;                   // where it was written or computed

  std::uint32_t text_size_ = 0;
  // Numbers are asked as they are, what has a trailing underscore by the functions below.
  union {
    bool boolean;
    std::int64_t integer = 0;  // 0 of a big one
    double floating;
    Object* object_;
    Items items_;
    Dict dict_;
  };
  const char* text_ = nullptr;

  Value() = default;
  explicit Value(Kind which) : kind(which) {}

  bool has_items() const { return kind >= Kind::kList && kind <= Kind::kSet; }
  bool is_sequence() const { return kind == Kind::kList || kind == Kind::kTuple; }
  bool is_container() const { return kind >= Kind::kList && kind <= Kind::kDict; }
  bool is_string(std::string_view s) const { return kind == Kind::kString && text() == s; }

  // Of kString, kBytes, kReference, kObject, kUnknown, big ints; else empty. The value keeps the
  // view.
  std::string_view text() const { return {text_, text_size_}; }
  void set_text(std::string_view text) {
    text_ = text.data();
    text_size_ = static_cast<std::uint32_t>(text.size());
  }
  // Of kList, kTuple, kSet (in the order of insertion); else empty.
  std::span<Value* const> items() const {
    return has_items() ? std::span<Value* const>(items_) : std::span<Value* const>();
  }
  // Of kDict; else empty.
  const Dict& dict() const { return kind == Kind::kDict ? dict_ : kNoKeys; }
  // Of kObject and kReference; else null.
  Object* object() const {
    return kind == Kind::kObject || kind == Kind::kReference ? object_ : nullptr;
  }
  // The places of the items, which may be changed; empty of other kinds.
  std::span<Value*> slots() {
    return has_items() ? std::span(items_.begin(), items_.size()) : std::span<Value*>();
  }
  // For values of these kinds that are not frozen; these do not ask the kind.
  Items& edit_items() { return items_; }
  Dict& edit_dict() { return dict_; }
  void set_object(Object* object) { object_ = object; }
  // Makes a container an unknown value; the value keeps the view.
  void become_unknown(std::string_view reason) {
    kind = Kind::kUnknown;
    integer = 0;
    set_text(reason);
  }

  static const Dict kNoKeys;
};
static_assert(sizeof(Value) == 40);

// Compares as Python's == does: 1 == 1.0 == True. An unknown value equals nothing.
bool equal(const Value& a, const Value& b);
// Returns a hash; equal values have equal ones. The value must be hashable().
std::size_t hash(const Value& value);
bool hashable(const Value& value);
// Returns what Python's bool() gives; nullopt for objects, references and what is not known.
std::optional<bool> truth_of(const Value& value);
bool is_date(const Value& value);  // true for a kObject with a DateObject

// Makes a finished value and everything below it read-only. Fails with kCyclic if a container holds
// itself or is nested too deeply, with kTooLarge if it unfolds to more than kMaxUnfolded values
// (shared ones count each time); it must then not be used.
inline constexpr std::uint32_t kMaxUnfolded = 2'000'000;
enum class Frozen : std::uint8_t { kDone, kCyclic, kTooLarge };
Frozen freeze(Value& value);

}  // namespace mmlint
