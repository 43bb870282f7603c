#include "resolve/eval/slices.h"

#include <algorithm>

#include <fmt/format.h>

#include "resolve/eval/numbers.h"

namespace mmlint::resolve {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

struct Bounds {
  Value* parts[3];  // lower, upper, step; None where absent
  Value* unknown = nullptr;
};

Bounds evaluate(Evaluator& e, const Slice& s) {
  const auto bound = [&](const Expr* x) { return x ? e.eval(*x) : e.pool().none(); };
  Bounds out{{bound(s.lower), bound(s.upper), bound(s.step)}};
  for (Value* part : out.parts) {
    if (part->kind == Kind::kUnknown || part->kind == Kind::kObject) out.unknown = part;
  }
  return out;
}

// The places that a slice of n items names, in its order.
struct Range {
  std::int64_t from, count, by;
  std::size_t at(std::int64_t i) const { return static_cast<std::size_t>(from + i * by); }
};

// No sequence is longer than this; a larger bound or step means the same.
constexpr std::int64_t kFar = std::int64_t{1} << 40;

Range adjust(Evaluator& e, const Bounds& bounds, std::size_t size, Span span) {
  for (const Value* part : bounds.parts) {
    if (part->kind != Kind::kNone && part->kind != Kind::kInt && part->kind != Kind::kBool) {
      e.raise("TypeError", "slice indices must be integers or None", span);
    }
  }
  const auto integer = [](const Value& v) {
    if (v.big) return v.text.starts_with('-') ? -kFar : kFar;
    return std::clamp(int_of(v), -kFar, kFar);
  };
  const auto n = static_cast<std::int64_t>(size);
  const std::int64_t by = bounds.parts[2]->kind == Kind::kNone ? 1 : integer(*bounds.parts[2]);
  if (by == 0) e.raise("ValueError", "slice step cannot be zero", span);
  const auto clamp = [&](const Value& v, std::int64_t absent) {
    if (v.kind == Kind::kNone) return absent;
    const std::int64_t i = integer(v) < 0 ? integer(v) + n : integer(v);
    return std::clamp(i, std::int64_t{by < 0 ? -1 : 0}, by < 0 ? n - 1 : n);
  };
  const std::int64_t from = clamp(*bounds.parts[0], by < 0 ? n - 1 : 0);
  const std::int64_t to = clamp(*bounds.parts[1], by < 0 ? -1 : n);
  const std::int64_t count = by > 0 ? (to - from + by - 1) / by : (from - to - by - 1) / -by;
  return {from, std::max<std::int64_t>(0, count), by};
}

// Whether a list's items can be changed by slice; raises where Python does.
bool is_changeable(Evaluator& e, const Value& object, const char* what, Span span) {
  if (object.kind == Kind::kUnknown || object.kind == Kind::kObject || object.view) return false;
  if (object.kind == Kind::kList) return true;
  if (object.kind == Kind::kDict) e.raise("TypeError", "unhashable type: 'slice'", span);
  e.raise("TypeError", fmt::format("'{}' object does not support item {}", type_name(object), what),
          span);
}

}  // namespace

Value* get_slice(Evaluator& e, Value& object, const Slice& s) {
  const Span span = e.span(s);
  const Bounds bounds = evaluate(e, s);
  if (object.kind == Kind::kUnknown) return e.unknown(object.text, object.span);
  e.hazards.look_into(object);
  if (bounds.unknown) return e.unknown("a slice with unknown bounds", bounds.unknown->span);
  const bool is_text = object.kind == Kind::kString;
  if (!is_text && object.kind != Kind::kList && object.kind != Kind::kTuple) {
    if (object.kind == Kind::kObject || object.kind == Kind::kBytes) {
      return e.unknown("a slice of an object", span);
    }
    if (object.kind == Kind::kDict) e.raise("TypeError", "unhashable type: 'slice'", span);
    e.raise("TypeError", fmt::format("'{}' object is not subscriptable", type_name(object)), span);
  }
  const std::vector<Value*>& items = *e.iterate(object, span);
  const Range range = adjust(e, bounds, items.size(), span);
  std::string text;
  Value* out = is_text ? nullptr : e.pool().make(object.kind, span);
  for (std::int64_t i = 0; i < range.count; ++i) {
    Value* item = items[range.at(i)];
    if (is_text)
      text += item->text;
    else
      out->items.push_back(item);
  }
  return is_text ? e.pool().string(e.pool().keep(text), span) : out;
}

void set_slice(Evaluator& e, Value& object, const Slice& s, Value& value) {
  const Span span = e.span(s);
  const Bounds bounds = evaluate(e, s);
  if (!is_changeable(e, object, "assignment", span)) return;
  const auto* items = bounds.unknown ? nullptr : e.iterate(value, span);
  if (!items) return e.taint(object, "a slice was set to unknown items", span);
  const std::vector<Value*> copy = *items;
  const Range range = adjust(e, bounds, object.items.size(), span);
  if (range.by == 1) {
    e.check_items(object.items.size() + copy.size(), span);
    const auto begin = object.items.begin() + range.from;
    object.items.insert(object.items.erase(begin, begin + range.count), copy.begin(), copy.end());
    return;
  }
  if (copy.size() != static_cast<std::size_t>(range.count)) {
    e.raise("ValueError",
            fmt::format("attempt to assign sequence of size {} to extended slice of size {}",
                        copy.size(), range.count),
            span);
  }
  for (std::int64_t i = 0; i < range.count; ++i) {
    object.items[range.at(i)] = copy[static_cast<std::size_t>(i)];
  }
}

void delete_slice(Evaluator& e, Value& object, const Slice& s) {
  const Span span = e.span(s);
  const Bounds bounds = evaluate(e, s);
  if (!is_changeable(e, object, "deletion", span)) return;
  if (bounds.unknown) return e.taint(object, "a slice with unknown bounds was deleted", span);
  const Range range = adjust(e, bounds, object.items.size(), span);
  std::vector<bool> gone(object.items.size());
  for (std::int64_t i = 0; i < range.count; ++i) gone[range.at(i)] = true;
  std::vector<Value*> left;
  for (std::size_t i = 0; i < object.items.size(); ++i) {
    if (!gone[i]) left.push_back(object.items[i]);
  }
  object.items = std::move(left);
}

}  // namespace mmlint::resolve
