#include "value/pool.h"

#include <new>

#include "base/source.h"

namespace mmlint {
Pool::Pool() = default;
Pool::~Pool() = default;

bool Pool::is_copyable() const {
  return std::ranges::all_of(objects_,
                             [](const ObjectPtr& object) { return object->is_copyable(); });
}

bool Pool::holds_syntax() const {
  return std::ranges::any_of(objects_,
                             [](const ObjectPtr& object) { return object->holds_syntax(); });
}

Value* Pool::make(Value::Kind kind, Span span) {
  ++size_;
  Value* value = new (arena_.allocate(sizeof(Value))) Value(kind);
  value->span = span;
  return value;
}

Value* Pool::string(std::string_view text, Span span) {
  Value* value = make(Value::Kind::kString, span);
  value->set_text(text);
  return value;
}

Value* Pool::key(std::string_view name) {
  Value* shared = shared_key(name);
  return shared ? shared : string(name);
}

Value* Pool::integer(std::int64_t i, Span span) {
  Value* value = make(Value::Kind::kInt, span);
  value->integer = i;
  return value;
}

Value* Pool::floating(double d, Span span) {
  Value* value = make(Value::Kind::kFloat, span);
  value->floating = d;
  return value;
}

Value* Pool::boolean(bool b, Span span) {
  Value* value = make(Value::Kind::kBool, span);
  value->boolean = b;
  return value;
}

Value* Pool::unknown(std::string_view reason, Span span) {
  Value* value = make(Value::Kind::kUnknown, span);
  value->set_text(keep(reason));
  return value;
}

Value* Pool::like(const Value& value, Span span) {
  Value* out = make(value.kind, span);
  out->set_text(keep(value.text()));
  out->big = value.big;
  if (value.kind == Value::Kind::kBool) out->boolean = value.boolean;
  if (value.kind == Value::Kind::kInt) out->integer = value.integer;
  if (value.kind == Value::Kind::kFloat) out->floating = value.floating;
  return out;
}

const std::span<const Origin* const>* Pool::reads(std::span<const Origin* const> origins) {
  constexpr std::size_t kMost = 16;  // that are of use to a reader
  if (origins.empty()) return nullptr;
  origins = origins.first(std::min(origins.size(), kMost));
  auto* copy = static_cast<const Origin**>(arena_.allocate(origins.size_bytes()));
  std::ranges::copy(origins, copy);
  using List = std::span<const Origin* const>;
  return new (arena_.allocate(sizeof(List))) List(copy, origins.size());
}

std::string_view Pool::keep(std::string_view text) {
  if (text.empty()) return {};
  char* copy = static_cast<char*>(arena_.allocate(text.size()));
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

Object* Pool::keep(ObjectPtr object) {
  objects_.push_back(std::move(object));
  return objects_.back().get();
}

Value* Pool::thaw(const Value& value) {
  Value& copy = *make(value.kind, value.span);
  copy.literal = value.literal;
  copy.thawed = true;
  copy.config_dict = copy.kind == Value::Kind::kDict;
  copy.from_base = copy.config_dict;
  if (copy.config_dict) {
    copy.edit_dict().copy(value.dict());
  } else {
    copy.edit_items().assign(value.items());
  }
  return &copy;
}

void ObjectDeleter::operator()(Object* object) const {
  delete object;
}

namespace {

constexpr std::size_t kLongest = 64;    // bytes
constexpr std::size_t kMost = 100'000;  // names

class SharedKeys {
 public:
  static SharedKeys& all() {
    static SharedKeys& all = *new SharedKeys;  // outlives every thread
    return all;
  }

  Value* get(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto known = keys_.find(name);
    if (known != keys_.end()) return known->second;
    if (keys_.size() == kMost) return nullptr;
    Value* key = pool_.string(pool_.keep(name));
    freeze(*key);
    keys_.emplace(key->text(), key);
    return key;
  }

 private:
  std::mutex mutex_;
  Pool pool_;
  std::unordered_map<std::string_view, Value*> keys_;
};

}  // namespace

Value* shared_key(std::string_view name) {
  constexpr std::size_t kRecent = 4096;
  static thread_local std::array<Value*, kRecent> recent{};  // what the thread asked for, by hash
  if (name.empty() || name.size() > kLongest) return nullptr;
  Value*& known = recent[content_hash(name) % kRecent];
  if (known && known->text() == name) return known;
  Value* key = SharedKeys::all().get(name);
  if (key) known = key;
  return key;
}

}  // namespace mmlint
