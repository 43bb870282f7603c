#include "resolve/eval/builtins.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "resolve/eval/numbers.h"

namespace mmlint::resolve::builtins {

Value* first(A a) {
  return a.positional.empty() ? nullptr : a.positional[0];
}

bool any_unknown(A a) {
  for (const Value* value : a.positional) {
    if (value->kind == Kind::kUnknown) return true;
  }
  for (const Keyword& k : a.keywords) {
    if (k.value->kind == Kind::kUnknown) return true;
  }
  return false;
}

// The items of the first argument; null if there is none or they are not known.
const std::vector<Value*>* items_of(Evaluator& e, A a) {
  return first(a) ? e.iterate(*first(a), a.span) : nullptr;
}

Value* pair(Evaluator& e, Value* x, Value* y, Span span) {
  Value* out = e.pool().make(Kind::kTuple, span);
  out->items = {x, y};
  return out;
}

namespace {

// The order of a set of strings differs in every run of Python.
void warn_of_order(Evaluator& e, const Value& value, Span span) {
  const auto is_text = [](const Value* item) { return item->kind == Kind::kString; };
  if (value.kind == Kind::kSet && value.items.size() > 1 &&
      std::any_of(value.items.begin(), value.items.end(), is_text)) {
    e.hazards.warn(ProblemKind::kUnorderedSetToList, span);
  }
}

Value* make_sequence(Evaluator& e, Kind kind, A a) {
  Value* out = e.pool().make(kind, a.span);
  if (a.positional.empty() && a.keywords.empty()) {
    out->literal = true;
    return out;
  }
  const auto* items = items_of(e, a);
  if (!items || a.positional.size() > 1) return not_computed(e, a, "a sequence of unknown items");
  out->items = *items;
  return out;
}

}  // namespace

Value* list(Evaluator& e, Value*, A a) {
  if (first(a)) warn_of_order(e, *first(a), a.span);
  return make_sequence(e, Kind::kList, a);
}

Value* tuple(Evaluator& e, Value*, A a) {
  if (first(a)) warn_of_order(e, *first(a), a.span);
  return make_sequence(e, Kind::kTuple, a);
}

Value* set(Evaluator& e, Value*, A a) {
  Value* all = make_sequence(e, Kind::kList, a);
  if (all->kind == Kind::kUnknown) return all;
  Value* out = e.pool().make(Kind::kSet, a.span);
  for (Value* item : all->items) {
    if (item->kind == Kind::kUnknown) return item;
    if (!hashable(*item)) {
      e.raise("TypeError", fmt::format("unhashable type: '{}'", type_name(*item)), a.span);
    }
    const bool there = std::any_of(out->items.begin(), out->items.end(),
                                   [item](const Value* other) { return equal(*other, *item); });
    if (!there) out->items.push_back(item);
  }
  return out;
}

// dict(...): the keywords keep where they were written.
Value* dict(Evaluator& e, Value*, A a) {
  Value* out = e.pool().make(Kind::kDict, a.span);
  out->literal = true;
  if (a.positional.size() > 1) e.raise("TypeError", "dict expected at most 1 argument", a.span);
  if (Value* other = first(a)) {
    if (other->kind == Kind::kDict) {
      for (std::size_t i = 0; i < other->dict.size(); ++i) {
        Value* value = e.live_entry(*other, i);
        out->dict.set(other->dict.at(i).key, value, other->dict.at(i).origin);
      }
    } else {
      const auto* pairs = items_of(e, a);
      if (!pairs) return not_computed(e, a, "a dict of unknown items");
      for (Value* pair : *pairs) {
        const auto* parts = e.iterate(*pair, a.span);
        if (!parts) return not_computed(e, a, "a dict of unknown items");
        if (parts->size() != 2) e.raise("ValueError", "dict() needs pairs", a.span);
        if (!hashable(*(*parts)[0])) return not_computed(e, a, "a dict with an unknown key");
        Value* value = (*parts)[1];
        out->dict.set((*parts)[0], value,
                      e.pool().origin({.value = value->span, .how = How::kComputed, .set = value}));
      }
    }
  }
  for (const Keyword& k : a.keywords) out->dict.set(e.pool().string(k.name), k.value, k.origin);
  return out;
}

Value* to_int(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) return e.pool().integer(0, a.span);
  const Value& v = *a.positional[0];
  if (a.positional.size() > 1 || any_unknown(a))
    return not_computed(e, a, "int() of an unknown value");
  if (v.kind == Kind::kInt && v.big) return a.positional[0];
  if (v.kind == Kind::kInt || v.kind == Kind::kBool) return e.pool().integer(int_of(v), a.span);
  if (v.kind == Kind::kFloat) {
    if (!(std::abs(v.floating) < 9.2e18)) return not_computed(e, a, "int() of a very large float");
    return e.pool().integer(static_cast<std::int64_t>(v.floating), a.span);
  }
  if (v.kind == Kind::kString) {
    std::string_view text = trim(v.text);
    const bool negative = !text.empty() && text[0] == '-';
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
    Value* parsed = text.empty() || text.find_first_not_of("0123456789") != text.npos
                        ? nullptr
                        : parse_int(e.pool(), text, a.span);
    if (!parsed)
      e.raise("ValueError", fmt::format("invalid literal for int(): '{}'", v.text), a.span);
    if (parsed->big) return not_computed(e, a, "the integer does not fit into 64 bits");
    if (negative) parsed->integer = -parsed->integer;
    return parsed;
  }
  return not_computed(e, a, "int() of this value");
}

Value* to_float(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) return e.pool().floating(0, a.span);
  const Value& v = *a.positional[0];
  if (is_number(v) && !v.big) return e.pool().floating(double_of(v), a.span);
  if (v.kind == Kind::kString) {
    const std::string_view text = trim(v.text);
    double d = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), d);
    if (result.ec == std::errc() && result.ptr == text.data() + text.size() && !text.empty()) {
      return e.pool().floating(d, a.span);
    }
  }
  return not_computed(e, a, "float() of this value");
}

Value* to_str(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) return e.pool().string("", a.span);
  const auto text = str(e, *a.positional[0]);
  if (!text || a.positional.size() > 1) return not_computed(e, a, "str() of an unknown value");
  return e.pool().string(e.pool().keep(*text), a.span);
}

Value* to_repr(Evaluator& e, Value*, A a) {
  const auto text = first(a) ? repr(*first(a)) : std::nullopt;
  if (!text) return not_computed(e, a, "repr() of an unknown value");
  return e.pool().string(e.pool().keep(*text), a.span);
}

Value* to_bool(Evaluator& e, Value*, A a) {
  if (a.positional.empty()) return e.pool().boolean(false, a.span);
  switch (e.truth(*a.positional[0])) {
    case Evaluator::Truth::kTrue:
      return e.pool().boolean(true, a.span);
    case Evaluator::Truth::kFalse:
      return e.pool().boolean(false, a.span);
    case Evaluator::Truth::kUnknown:
      break;
  }
  return not_computed(e, a, "bool() of an unknown value");
}

Value* round(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (!v || !is_number(*v) || v->big || any_unknown(a))
    return not_computed(e, a, "round() of this value");
  const bool digits = a.positional.size() > 1 && a.positional[1]->kind != Kind::kNone;
  if (v->kind != Kind::kFloat) {
    if (digits) return not_computed(e, a, "round() of an integer to digits");
    return e.pool().integer(int_of(*v), a.span);
  }
  if (!digits) {
    const double r = std::nearbyint(v->floating);  // half to even, the default rounding mode
    if (!(std::abs(r) < 9.2e18)) return not_computed(e, a, "round() of a very large float");
    return e.pool().integer(static_cast<std::int64_t>(r), a.span);
  }
  const std::int64_t n = int_of(*a.positional[1]);
  if (a.positional[1]->kind != Kind::kInt || n < 0 || n > 22) {
    return not_computed(e, a, "round() to unusual digits");
  }
  // The decimal form is rounded correctly, as in CPython's double_round.
  const std::string text = fmt::format("{:.{}f}", v->floating, static_cast<int>(n));
  return e.pool().floating(std::strtod(text.c_str(), nullptr), a.span);
}

Value* chr(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (!v || v->kind != Kind::kInt || v->big || v->integer < 0 || v->integer > 0x10ffff) {
    return not_computed(e, a, "chr() of this value");
  }
  std::string out;
  append_utf8(out, static_cast<char32_t>(v->integer));
  return e.pool().string(e.pool().keep(out), a.span);
}

Value* ord(Evaluator& e, Value*, A a) {
  const Value* v = first(a);
  if (!v || v->kind != Kind::kString || v->text.size() != 1 || (v->text[0] & 0x80) != 0) {
    return not_computed(e, a, "ord() of this value");
  }
  return e.pool().integer(v->text[0], a.span);
}

}  // namespace mmlint::resolve::builtins
