
#include "base/text.h"
#include "python/eval/comprehension.h"
#include "python/eval/operators.h"
#include "python/eval/text_format.h"
#include "python/library/builtins.h"
#include "value/scalar_text.h"

// Python's types as functions, as list(x); chr() and ord().
namespace mmlint::python::builtins {
namespace {

// The order of a set of strings differs in every run of Python.
void warn_of_order(Evaluator& e, const Value& value, Span span) {
  const auto is_text = [](const Value* item) { return item->kind == Value::Kind::kString; };
  if (value.kind == Value::Kind::kSet && value.items().size() > 1 &&
      std::ranges::any_of(value.items(), is_text)) {
    e.hazards.warn(ProblemKind::kUnorderedSetToList, span);
  }
}

Value* sequence(Evaluator& e, Value::Kind kind, A a) {
  Value* from = bound(e, a, {"list", {"iterable"}, 0, 1, 1})[0];
  if (!from) {
    Value* out = e.pool().make(kind, a.span);
    out->literal = true;
    return out;
  }
  warn_of_order(e, *from, a.span);
  if (kind == Value::Kind::kTuple && from->kind == Value::Kind::kTuple) return from;
  if (from->is_sequence()) {
    const auto* items = e.iterate(*from, a.span);
    Value* out = e.pool().make(kind, a.span);
    out->edit_items().assign(*items);
    return out;
  }
  Iterator* items = iterator_of(e, *from, a.span);
  Value* out = items ? drained(e, *items, a.span) : nullptr;
  if (!out) return not_computed(e, a, "a sequence of unknown items");
  out->kind = kind;
  return out;
}

Value* list(Evaluator& e, Value*, A a) {
  return sequence(e, Value::Kind::kList, a);
}

Value* tuple(Evaluator& e, Value*, A a) {
  return sequence(e, Value::Kind::kTuple, a);
}

Value* set(Evaluator& e, Value*, A a) {
  Value* from = bound(e, a, {"set", {"iterable"}, 0, 1, 1})[0];
  Value* out = e.pool().make(Value::Kind::kSet, a.span);
  Iterator* items = from ? iterator_in_any_order(e, *from, a.span) : nullptr;
  while (Value* item = items ? items->next(e, a.span) : nullptr) {
    if (!add_item(e, *out, item, a.span)) return not_computed(e, a, "a set of unknown items");
  }
  if (from && (!items || !items->known())) return not_computed(e, a, "a set of unknown items");
  return out;
}

// dict(...): the keywords keep the places where they were written.
Value* dict(Evaluator& e, Value*, A a) {
  Value* out = e.pool().make(Value::Kind::kDict, a.span);
  out->literal = true;
  if (a.positional.size() > 1) e.raise("TypeError", "dict expected at most 1 argument", a.span);
  if (!a.positional.empty()) {
    Value& other = *a.positional[0];
    if (other.kind == Value::Kind::kDict) {
      for (std::size_t i = 0; i < other.dict().size(); ++i) {
        e.step();
        Value* value = e.live_entry(other, i);
        out->edit_dict().set(other.dict().entries()[i].key, value,
                             other.dict().entries()[i].origin);
      }
    } else if (!add_pairs(e, *out, other, a.span)) {
      return not_computed(e, a, "a dict of unknown items");
    }
  }
  const bool all_new = out->dict().size() == 0;  // no keyword is given twice
  out->edit_dict().reserve(out->dict().size() + a.keywords.size());
  for (const Keyword& k : a.keywords) {
    Value* key = e.pool().key(k.name);
    if (all_new)
      out->edit_dict().add(key, k.value, k.origin);
    else
      out->edit_dict().set(key, k.value, k.origin);
  }
  return out;
}

Value* to_bool(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"bool", {"x"}, 0, 1, 1});
  if (!given[0]) return e.pool().boolean(false, a.span);
  const auto truth = e.truth(*given[0]);
  if (truth == Evaluator::Truth::kUnknown) return not_computed(e, a, "bool() of an unknown value");
  return e.pool().boolean(truth == Evaluator::Truth::kTrue, a.span);
}

Value* to_str(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"str", {"object", "encoding", "errors"}, 0, 3, 0});
  if (!given[0]) return e.pool().string("", a.span);
  const auto text = given[1] || given[2] ? std::nullopt : str(e, *given[0]);
  return text ? e.new_text(*text, a.span) : not_computed(e, a, "str() of an unknown value");
}

Value* formatted(Evaluator& e, A a, const Value& value, char conversion, std::string_view spec) {
  const auto text = format_value(e, value, conversion, spec, a.span);
  return text ? e.new_text(*text, a.span) : not_computed(e, a, "the text of an unknown value");
}

Value* in_base(Evaluator& e, A a, std::string_view spec) {
  const Value& number = *bound(e, a, {"hex", {"number"}, 1, 1, 1})[0];
  if (!index_argument(e, number, a.span)) return not_computed(e, a, "the digits of this number");
  return formatted(e, a, number, 0, spec);
}

Value* to_repr(Evaluator& e, Value*, A a) {
  return formatted(e, a, *bound(e, a, {"repr", {"obj"}, 1, 1, 1})[0], 'r', "");
}

Value* ascii(Evaluator& e, Value*, A a) {
  return formatted(e, a, *bound(e, a, {"ascii", {"obj"}, 1, 1, 1})[0], 'a', "");
}

Value* format(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"format", {"value", "format_spec"}, 1, 2, 2});
  if (given[1] && given[1]->kind != Value::Kind::kString)
    return not_computed(e, a, "format() with this specification");
  return formatted(e, a, *given[0], 0, given[1] ? given[1]->text() : "");
}

Value* hex(Evaluator& e, Value*, A a) {
  return in_base(e, a, "#x");
}

Value* oct(Evaluator& e, Value*, A a) {
  return in_base(e, a, "#o");
}

Value* bin(Evaluator& e, Value*, A a) {
  return in_base(e, a, "#b");
}

Value* chr(Evaluator& e, Value*, A a) {
  const Value& v = *bound(e, a, {"chr", {"i"}, 1, 1, 1})[0];
  if (!is_small_int(&v)) return not_computed(e, a, "chr() of this value");
  const std::int64_t i = int_of(v);
  if (i < 0 || i > 0x10ffff) e.raise("ValueError", "chr() arg not in range(0x110000)", a.span);
  if (i >= 0xd800 && i < 0xe000) return not_computed(e, a, "half a character");
  std::string out;
  append_utf8(out, static_cast<char32_t>(i));
  return e.new_text(out, a.span);
}

Value* ord(Evaluator& e, Value*, A a) {
  const Value& v = *bound(e, a, {"ord", {"c"}, 1, 1, 1})[0];
  if (v.kind != Value::Kind::kString) return not_computed(e, a, "ord() of this value");
  if (v.text().empty() || character_length(v.text()) != v.text().size()) {
    e.raise("TypeError", "ord() expected a character", a.span);
  }
  return e.pool().integer(static_cast<std::int64_t>(code_point(v.text())), a.span);
}

constexpr Member kMembers[] = {
    {"ascii", ascii},      {"bin", bin},           {"bool", to_bool, true},
    {"chr", chr},          {"dict", dict, true},   {"format", format},
    {"hex", hex},          {"list", list, true},   {"oct", oct},
    {"ord", ord},          {"repr", to_repr},      {"set", set, true},
    {"str", to_str, true}, {"tuple", tuple, true},
};

}  // namespace

std::span<const Member> conversions() {
  return kMembers;
}

}  // namespace mmlint::python::builtins
