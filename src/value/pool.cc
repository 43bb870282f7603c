#include <algorithm>
#include <cstring>

#include "value/object.h"
#include "value/value.h"

namespace mmlint {

Pool::Pool() = default;
Pool::~Pool() = default;

bool Pool::is_copyable() const {
  return std::all_of(objects_.begin(), objects_.end(),
                     [](const ObjectPtr& object) { return object->is_copyable(); });
}

bool Pool::holds_syntax() const {
  return std::any_of(objects_.begin(), objects_.end(),
                     [](const ObjectPtr& object) { return object->holds_syntax(); });
}

Value* Pool::make(Value::Kind kind, Span span) {
  Value& value = values_.add();
  value.kind = kind;
  value.span = span;
  return &value;
}

Value* Pool::string(std::string_view text, Span span) {
  Value* value = make(Value::Kind::kString, span);
  value->text = text;
  return value;
}

Value* Pool::key(std::string_view name) {
  if (name.empty()) return string(name);
  constexpr std::size_t kKeys = 64;  // a power of two
  keys_.resize(kKeys);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
  const std::size_t hash =
      name.size() * 31 + byte(0) * 7 + byte(name.size() / 2) * 5 + byte(name.size() - 1);
  Value*& known = keys_[hash % kKeys];
  if (!known || known->text != name) known = string(name);
  return known;
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
  value->integer = 0;
  value->boolean = b;
  return value;
}

Value* Pool::unknown(std::string_view reason, Span span) {
  Value* value = make(Value::Kind::kUnknown, span);
  value->text = keep(reason);
  return value;
}

const std::vector<const Origin*>* Pool::reads(std::span<const Origin* const> origins) {
  constexpr std::size_t kMost = 16;  // that are of use to a reader
  if (origins.empty()) return nullptr;
  origins = origins.first(std::min(origins.size(), kMost));
  return &reads_.add(origins.begin(), origins.end());
}

const Origin* Pool::origin(Origin origin) {
  return &origins_.add(origin);
}

std::string_view Pool::keep(std::string_view text) {
  if (text.empty()) return {};
  char* copy = static_cast<char*>(text_.allocate(text.size(), 1));
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

Object* Pool::keep(ObjectPtr object) {
  objects_.push_back(std::move(object));
  return objects_.back().get();
}

Value* Pool::thaw(const Value& value) {
  Value& copy = values_.add(value);
  copy.frozen = false;
  copy.thawed = true;
  copy.config_dict = copy.kind == Value::Kind::kDict;
  copy.from_base = copy.config_dict;
  copy.fixed = copy.fixed && !copy.config_dict;
  return &copy;
}

void ObjectDeleter::operator()(Object* object) const {
  delete object;
}

}  // namespace mmlint
