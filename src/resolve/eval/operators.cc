#include <fmt/format.h>

#include "resolve/eval/natives.h"
#include "resolve/eval/numbers.h"
#include "resolve/eval/percent.h"

namespace mmlint::resolve {

using syntax::Operator;

namespace {

// Both sides and the result share their items, so a base's must be live from now on.
Value* concatenate(Evaluator& e, Value& a, Value& b, Span span) {
  e.check_items(a.items.size() + b.items.size(), span);
  Value* out = e.pool().make(a.kind, span);
  for (Value* side : {&a, &b}) {
    const std::vector<Value*>& items = *e.iterate(*side, span);
    out->items.insert(out->items.end(), items.begin(), items.end());
  }
  return out;
}

Value* repeat(Evaluator& e, Value& sequence, const Value& times, Span span) {
  const std::int64_t n = std::max<std::int64_t>(0, int_of(times));
  const auto count = static_cast<std::size_t>(n);
  if (sequence.kind == Kind::kString) {
    if (count != 0)
      e.check_text(sequence.text.size() > e.limits().text / count ? e.limits().text + 1
                                                                  : sequence.text.size() * count,
                   span);
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += sequence.text;
    return e.pool().string(e.pool().keep(out), span);
  }
  if (count != 0 && sequence.items.size() > e.limits().items / count) {
    e.check_items(e.limits().items + 1, span);
  }
  Value* out = e.pool().make(sequence.kind, span);
  out->items.reserve(sequence.items.size() * count);
  const std::vector<Value*>& items = *e.iterate(sequence, span);
  for (std::size_t i = 0; i < count; ++i) {
    out->items.insert(out->items.end(), items.begin(), items.end());
  }
  return out;
}

bool is_sequence(const Value& v) {
  return (v.kind == Kind::kList && !v.view) || v.kind == Kind::kTuple;
}

// addict's Dict.update: recursive, and keeps what it takes as it is.
void addict_update(Evaluator& e, Value& self, Value& other, Span span, int depth = 0) {
  if (depth > e.limits().depth) throw LimitReached{"nested dicts", span};
  e.step();
  for (std::size_t i = 0; i < other.dict.size(); ++i) {
    Value* value = e.live_entry(other, i);
    const Entry entry = other.dict.at(i);
    Value* mine = self.dict.find(*entry.key) ? self.dict.find(*entry.key)->value : nullptr;
    if (mine && mine->kind == Kind::kDict && value->kind == Kind::kDict) {
      addict_update(e, *mine, *value, span, depth + 1);
    } else {
      self.dict.set(entry.key, value, entry.origin);
    }
  }
}

// dict | dict. With a ConfigDict on either side it is addict's Dict.__or__ or __ror__, which copies
// the left side deeply and updates it recursively (rule C9).
Value* unite(Evaluator& e, Value& a, Value& b, Span span) {
  if (a.config_dict || b.config_dict) {
    Value* out = e.deep_copy(a);
    out->config_dict = true;
    addict_update(e, *out, b, span);
    return out;
  }
  Value* out = e.pool().make(Kind::kDict, span);
  for (Value* side : {&a, &b}) {
    for (std::size_t i = 0; i < side->dict.size(); ++i) {
      Value* value = e.live_entry(*side, i);
      out->dict.set(side->dict.at(i).key, value, side->dict.at(i).origin);
    }
  }
  return out;
}

Value* set_operation(Evaluator& e, Operator op, const Value& a, const Value& b, Span span) {
  const auto has = [](const Value& set, const Value& item) {
    for (const Value* other : set.items) {
      if (equal(*other, item)) return true;
    }
    return false;
  };
  Value* out = e.pool().make(Kind::kSet, span);
  for (Value* item : a.items) {
    const bool in_b = has(b, *item);
    if (op == Operator::kBitOr || (op == Operator::kBitAnd) == in_b) out->items.push_back(item);
  }
  if (op == Operator::kBitOr || op == Operator::kBitXor) {
    for (Value* item : b.items) {
      if (!has(a, *item)) out->items.push_back(item);
    }
  }
  return out;
}

std::optional<bool> contains(Evaluator& e, Value& item, Value& container, Span span) {
  if (container.kind == Kind::kUnknown || item.kind == Kind::kUnknown) return std::nullopt;
  switch (container.kind) {
    case Kind::kString:
      if (item.kind != Kind::kString) {
        e.raise("TypeError", "'in <string>' requires string as left operand", span);
      }
      return container.text.find(item.text) != std::string_view::npos;
    case Kind::kDict:
      return container.dict.find(item) != nullptr;
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kSet: {
      bool maybe = false;
      for (const Value* other : container.items) {
        if (equal(*other, item)) return true;
        maybe = maybe || other->kind == Kind::kUnknown;
      }
      return maybe ? std::nullopt : std::optional(false);
    }
    case Kind::kObject:
      return std::nullopt;
    default:
      e.raise("TypeError",
              fmt::format("argument of type '{}' is not iterable", type_name(container)), span);
  }
}

std::optional<int> order(const Value& a, const Value& b) {
  if (is_number(a) && is_number(b) && !a.big && !b.big) {
    if (a.kind != Kind::kFloat && b.kind != Kind::kFloat) {
      return int_of(a) < int_of(b) ? -1 : int_of(a) > int_of(b);
    }
    const double x = double_of(a);
    const double y = double_of(b);
    if (x != x || y != y) return std::nullopt;
    return x < y ? -1 : x > y;
  }
  if (a.kind == Kind::kString && b.kind == Kind::kString) {
    const int c = a.text.compare(b.text);  // UTF-8 keeps the order of code points
    return c < 0 ? -1 : c > 0;
  }
  if (is_sequence(a) && a.kind == b.kind) {
    for (std::size_t i = 0; i < a.items.size() && i < b.items.size(); ++i) {
      if (equal(*a.items[i], *b.items[i])) continue;
      return order(*a.items[i], *b.items[i]);
    }
    return a.items.size() < b.items.size() ? -1 : a.items.size() > b.items.size();
  }
  return std::nullopt;
}

std::optional<bool> identical(const Value& a, const Value& b) {
  if (a.kind == Kind::kUnknown || b.kind == Kind::kUnknown) return std::nullopt;
  if (a.kind == Kind::kNone || b.kind == Kind::kNone) return a.kind == b.kind;
  if (a.kind == Kind::kBool && b.kind == Kind::kBool) return a.boolean == b.boolean;
  if (a.kind != b.kind) return false;
  if (a.is_container()) return &a == &b;
  return &a == &b ? std::optional(true) : std::nullopt;  // interning is CPython's business
}

}  // namespace

std::string_view type_name(const Value& v) {
  switch (v.kind) {
    case Kind::kNone:
      return "NoneType";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
      return "int";
    case Kind::kFloat:
      return "float";
    case Kind::kString:
      return "str";
    case Kind::kBytes:
      return "bytes";
    case Kind::kList:
      return v.view ? "view" : "list";
    case Kind::kTuple:
      return "tuple";
    case Kind::kSet:
      return "set";
    case Kind::kDict:
      return v.config_dict ? "ConfigDict" : "dict";
    case Kind::kReference:
      return "LazyObject";
    case Kind::kObject:
      return "object";
    case Kind::kUnknown:
      return "unknown";
  }
  return "object";
}

Value* binary(Evaluator& e, Operator op, Value& a, Value& b, Span span) {
  if (a.kind == Kind::kUnknown) return e.unknown(a.text, a.span);
  if (b.kind == Kind::kUnknown) return e.unknown(b.text, b.span);
  e.hazards.look_into(a);
  e.hazards.look_into(b);
  if (a.kind == Kind::kObject || b.kind == Kind::kObject || a.view || b.view) {
    return e.unknown("an operator on an object", span);
  }
  if (is_number(a) && is_number(b)) return arithmetic(e, op, a, b, span);
  if (op == Operator::kAdd) {
    if (a.kind == Kind::kString && b.kind == Kind::kString) {
      e.check_text(a.text.size() + b.text.size(), span);
      return e.pool().string(e.pool().keep(std::string(a.text) + std::string(b.text)), span);
    }
    if (is_sequence(a) && a.kind == b.kind) return concatenate(e, a, b, span);
    if (a.config_dict && a.dict.size() == 0) return &b;  // addict's Dict.__add__
  }
  if (op == Operator::kMultiply) {
    const auto repeats = [](const Value& s, const Value& n) {
      return (s.kind == Kind::kString || is_sequence(s)) &&
             (n.kind == Kind::kInt || n.kind == Kind::kBool) && !n.big;
    };
    if (repeats(a, b)) return repeat(e, a, b, span);
    if (repeats(b, a)) return repeat(e, b, a, span);
  }
  if (op == Operator::kModulo && a.kind == Kind::kString) return percent(e, a.text, b, span);
  if (op == Operator::kBitOr && a.kind == Kind::kDict && b.kind == Kind::kDict) {
    return unite(e, a, b, span);
  }
  if (a.kind == Kind::kSet && b.kind == Kind::kSet &&
      (op == Operator::kBitOr || op == Operator::kBitAnd || op == Operator::kSubtract ||
       op == Operator::kBitXor)) {
    return set_operation(e, op, a, b, span);
  }
  e.raise("TypeError",
          fmt::format("unsupported operand types: '{}' and '{}'", type_name(a), type_name(b)),
          span);
}

std::optional<bool> compare(Evaluator& e, Operator op, Value& a, Value& b, Span span) {
  e.hazards.look_into(a);
  e.hazards.look_into(b);
  const auto negated = [](std::optional<bool> x) { return x ? std::optional(!*x) : x; };
  switch (op) {
    case Operator::kIs:
      return identical(a, b);
    case Operator::kIsNot:
      return negated(identical(a, b));
    case Operator::kIn:
      return contains(e, a, b, span);
    case Operator::kNotIn:
      return negated(contains(e, a, b, span));
    default:
      break;
  }
  if (a.kind == Kind::kUnknown || b.kind == Kind::kUnknown) return std::nullopt;
  if (op == Operator::kEqual || op == Operator::kNotEqual) {
    // A container with something unknown inside may be equal or not.
    const bool same = equal(a, b);
    if (!same && (a.is_container() || b.is_container()) && a.kind == b.kind) {
      if (!repr(a) || !repr(b)) return std::nullopt;
    }
    return same == (op == Operator::kEqual);
  }
  if (a.kind == Kind::kObject || b.kind == Kind::kObject) return std::nullopt;
  const auto o = order(a, b);
  if (!o) {
    if (is_number(a) && is_number(b)) return std::nullopt;
    if (a.is_container() && b.is_container()) return std::nullopt;
    e.raise("TypeError",
            fmt::format("'<' not supported between instances of '{}' and '{}'", type_name(a),
                        type_name(b)),
            span);
  }
  switch (op) {
    case Operator::kLess:
      return *o < 0;
    case Operator::kLessEqual:
      return *o <= 0;
    case Operator::kGreater:
      return *o > 0;
    default:
      return *o >= 0;
  }
}

}  // namespace mmlint::resolve
