#include "value/value.h"

#include "base/result.h"
#include "base/source.h"
#include "value/scalar_text.h"

namespace mmlint {

namespace {

constexpr int kMaxDepth = 400;

std::size_t combine(std::size_t seed, std::size_t value) {
  return seed ^ (value + 0x9e3779b97f4a7c15ull + (seed << 6) + (seed >> 2));
}

// Integers in steps of the table's size must not meet in one place of it.
std::size_t mixed(std::int64_t i) {
  auto x = static_cast<std::uint64_t>(i) + 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

bool equal_at(const Value& a, const Value& b, int depth) {
  if (&a == &b) return a.kind != Value::Kind::kUnknown;
  if (depth > kMaxDepth) return false;
  if (is_number(a) && is_number(b)) return equal_numbers(a, b);
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Value::Kind::kNone:
      return true;
    case Value::Kind::kString:
    case Value::Kind::kBytes:
    case Value::Kind::kReference:
      return a.text() == b.text();
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      if (a.items().size() != b.items().size()) return false;
      for (std::size_t i = 0; i < a.items().size(); ++i) {
        if (!equal_at(*a.items()[i], *b.items()[i], depth + 1)) return false;
      }
      return true;
    case Value::Kind::kSet:
      if (a.items().size() != b.items().size()) return false;
      for (const Value* x : a.items()) {
        bool found = false;
        for (const Value* y : b.items()) found = found || equal_at(*x, *y, depth + 1);
        if (!found) return false;
      }
      return true;
    case Value::Kind::kDict:
      if (a.dict().size() != b.dict().size()) return false;
      for (const Entry& entry : a.dict().entries()) {
        const Entry* other = b.dict().find(*entry.key);
        if (!other || !equal_at(*entry.value, *other->value, depth + 1)) return false;
      }
      return true;
    case Value::Kind::kObject:
      if (is_date(a)) return is_date(b) && a.text() == b.text();
      return a.object() && b.object() ? a.object()->equals(*b.object()) : a.text() == b.text();
    default:
      return false;
  }
}

Frozen freeze_at(Value& value, int depth) {
  if (value.frozen) return Frozen::kDone;  // a base's, or shared, which other threads read
  if (value.open || depth > kMaxDepth) return Frozen::kCyclic;
  if (!value.is_container()) {
    value.frozen = true;
    value.unfolded = 1;
    return Frozen::kDone;
  }
  value.open = true;
  std::uint64_t below = 1;
  const auto take = [&](Value& child) {
    const Frozen result = freeze_at(child, depth + 1);
    below += child.unfolded;
    return below > kMaxUnfolded && result == Frozen::kDone ? Frozen::kTooLarge : result;
  };
  for (Value* item : value.items()) {
    if (const Frozen result = take(*item); result != Frozen::kDone) return result;
  }
  const std::span<const Entry> entries = value.dict().entries();
  for (const Entry& entry : entries) {
    // Keys do not count, but a list may hold one as well.
    if (const Frozen result = freeze_at(*entry.key, depth + 1); result != Frozen::kDone)
      return result;
    if (const Frozen result = take(*entry.value); result != Frozen::kDone) return result;
  }
  value.open = false;
  value.frozen = true;
  value.unfolded = static_cast<std::uint32_t>(below);
  value.flat = below == 1 + value.items().size() + entries.size();
  return Frozen::kDone;
}

}  // namespace

const Dict Value::kNoKeys{};

bool equal(const Value& a, const Value& b) {
  return equal_at(a, b, 0);
}

bool hashable(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kSet:
    case Value::Kind::kList:
    case Value::Kind::kDict:
    case Value::Kind::kUnknown:
      return false;
    case Value::Kind::kTuple:
      for (const Value* item : value.items()) {
        if (!hashable(*item)) return false;
      }
      return true;
    default:
      return true;
  }
}

std::optional<bool> truth_of(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNone:
      return false;
    case Value::Kind::kBool:
      return value.boolean;
    case Value::Kind::kInt:
      return value.big || value.integer != 0;
    case Value::Kind::kFloat:
      return value.floating != 0;
    case Value::Kind::kString:
    case Value::Kind::kBytes:
      return !value.text().empty();
    case Value::Kind::kList:
    case Value::Kind::kTuple:
    case Value::Kind::kSet:
      return !value.items().empty();
    case Value::Kind::kDict:
      return value.dict().size() != 0;
    default:
      return std::nullopt;
  }
}

bool is_date(const Value& value) {
  return value.kind == Value::Kind::kObject &&
         dynamic_cast<const DateObject*>(value.object()) != nullptr;
}

std::size_t hash(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNone:
      return 0x6e6f6e65;
    case Value::Kind::kBool:
    case Value::Kind::kInt:
      if (!value.big) return mixed(int_of(value));
      return content_hash(value.text());
    case Value::Kind::kFloat:
      if (std::trunc(value.floating) == value.floating && std::abs(value.floating) < 9.2e18) {
        return mixed(static_cast<std::int64_t>(value.floating));
      }
      return std::hash<double>{}(value.floating);
    case Value::Kind::kString:
    case Value::Kind::kBytes:
    case Value::Kind::kReference:
      return content_hash(value.text());
    case Value::Kind::kTuple: {
      std::size_t seed = value.items().size();
      for (const Value* item : value.items()) seed = combine(seed, hash(*item));
      return seed;
    }
    case Value::Kind::kObject:
      if (is_date(value)) return content_hash(value.text());
      return value.object() ? value.object()->hash() : content_hash(value.text());
    default:
      MM_CHECK(!"hash of an unhashable value");
      return 0;
  }
}

Frozen freeze(Value& value) {
  return freeze_at(value, 0);
}

}  // namespace mmlint
