#include "python/eval/operators.h"

#include "base/text.h"
#include "python/eval/calls.h"
#include "python/eval/iterator.h"
#include "value/scalar_text.h"

// x[a:b:c], read and changed.
namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

// Which places a slice names: from, from + by, ... `count` times.
struct Places {
  std::int64_t from = 0;
  std::int64_t by = 1;
  std::int64_t count = 0;
};

// As CPython's PySlice_AdjustIndices; nullopt if a bound is unknown.
struct Bounds {
  Value* parts[3];

  static Bounds of(Evaluator& e, const Slice& s) {
    const auto part = [&](const Expr* x) { return x ? e.eval(*x) : e.pool().none(); };
    return {{part(s.lower), part(s.upper), part(s.step)}};
  }

  bool known(Evaluator& e, Span span) const {
    for (const Value* part : parts) {
      if (part->kind == Value::Kind::kUnknown || part->kind == Value::Kind::kObject || part->big)
        return false;
      if (part->kind != Value::Kind::kNone && !is_small_int(part)) {
        e.raise("TypeError", "slice indices must be integers or None", span);
      }
    }
    if (is_small_int(parts[2]) && int_of(*parts[2]) == 0) {
      e.raise("ValueError", "slice step cannot be zero", span);
    }
    return true;
  }

  Places in(std::int64_t n) const {
    Places out;
    if (parts[2]->kind != Value::Kind::kNone)
      out.by = std::max<std::int64_t>(int_of(*parts[2]), -INT64_MAX);
    const bool back = out.by < 0;
    const auto clamp = [&](const Value& v, std::int64_t absent) {
      if (v.kind == Value::Kind::kNone) return absent;
      std::int64_t i = int_of(v);
      if (i < 0) i += n;
      return std::clamp<std::int64_t>(i, back ? -1 : 0, back ? n - 1 : n);
    };
    out.from = clamp(*parts[0], back ? n - 1 : 0);
    const std::int64_t to = clamp(*parts[1], back ? -1 : n);
    const std::int64_t distance = back ? out.from - to : to - out.from;
    if (distance > 0) out.count = (distance - 1) / (back ? -out.by : out.by) + 1;
    return out;
  }
};

Value* text_slice(Evaluator& e, const Value& text, const Bounds& bounds, Span span) {
  e.step(text.text().size() / 16);
  std::vector<std::size_t> starts;  // of characters; empty if each is one byte
  const std::size_t n = count_characters(text.text());
  if (n != text.text().size()) {
    for (std::size_t i = 0; i < text.text().size(); i += character_length(text.text().substr(i))) {
      starts.push_back(i);
    }
    starts.push_back(text.text().size());
  }
  const Places p = bounds.in(static_cast<std::int64_t>(n));
  std::string out;
  for (std::int64_t k = 0; k < p.count; ++k) {
    const auto i = static_cast<std::size_t>(p.from + k * p.by);
    if (starts.empty())
      out += text.text()[i];
    else
      out += text.text().substr(starts[i], starts[i + 1] - starts[i]);
  }
  return e.new_text(out, span);
}

}  // namespace

Value* get_slice(Evaluator& e, Value& object, const Slice& s) {
  const Bounds bounds = Bounds::of(e, s);
  if (object.kind == Value::Kind::kUnknown) return e.unknown(object.text(), object.span);
  e.hazards.look_into(object);
  if (object.kind == Value::Kind::kObject || object.kind == Value::Kind::kBytes) {
    return e.unknown("a slice of an object", e.span(s));
  }
  if (object.kind == Value::Kind::kDict) {
    e.raise("TypeError", "unhashable type: 'slice'", e.span(s));
  }
  const bool is_text = object.kind == Value::Kind::kString;
  if (!is_text && !object.is_sequence()) {
    e.raise("TypeError", fmt::format("'{}' object is not subscriptable", type_name(object)),
            e.span(s));
  }
  if (!bounds.known(e, e.span(s))) return e.unknown("a slice with unknown bounds", e.span(s));
  if (is_text) return text_slice(e, object, bounds, e.span(s));
  const Value::Items& items = *e.iterate(object, e.span(s));
  const Places p = bounds.in(static_cast<std::int64_t>(items.size()));
  Value* out = e.pool().make(object.kind, e.span(s));
  out->edit_items().reserve(static_cast<std::size_t>(p.count));
  for (std::int64_t k = 0; k < p.count; ++k) {
    out->edit_items().push_back(items[static_cast<std::size_t>(p.from + k * p.by)]);
  }
  return out;
}

void set_slice(Evaluator& e, Value& object, const Slice& s, Value* value) {
  const Span span = e.span(s);
  const Bounds bounds = Bounds::of(e, s);
  if (object.kind == Value::Kind::kUnknown || object.kind == Value::Kind::kObject) {
    if (value) e.taint(*value, "put into a slice of an unknown value", span);
    return;
  }
  if (object.kind != Value::Kind::kList) {
    e.raise("TypeError",
            fmt::format("a slice of a '{}' object cannot be changed", type_name(object)), span);
  }
  const auto* given = value ? e.iterate(*value, span) : nullptr;
  if ((value && !given) || !bounds.known(e, span)) {
    if (value) e.taint(*value, "put into a slice that is not known", span);
    return e.taint(object, "a slice was changed in a way that is not known", span);
  }
  std::vector<Value*> items;
  if (given) items.assign(given->begin(), given->end());
  e.step((object.items().size() + items.size()) / 16);
  const Places p = bounds.in(static_cast<std::int64_t>(object.items().size()));
  if (p.by == 1) {
    e.check_items(object.items().size() + items.size(), span);
    return object.edit_items().replace(static_cast<std::size_t>(p.from),
                                       static_cast<std::size_t>(p.count), items);
  }
  if (value && static_cast<std::int64_t>(items.size()) != p.count) {
    e.raise("ValueError",
            fmt::format("attempt to assign sequence of size {} to extended slice of size {}",
                        items.size(), p.count),
            span);
  }
  for (std::int64_t k = 0; k < p.count; ++k) {
    object.slots()[static_cast<std::size_t>(p.from + k * p.by)] =
        value ? items[static_cast<std::size_t>(k)] : nullptr;
  }
  items.clear();
  for (Value* item : object.items()) {
    if (item) items.push_back(item);
  }
  object.edit_items().assign(items);
}

}  // namespace mmlint::python
