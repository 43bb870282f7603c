#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "python/eval/arguments.h"
#include "python/eval/comprehension.h"
#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/builtins.h"
#include "value/scalar_text.h"

// Python's types as functions: list(x), int(x).
namespace mmlint::python::builtins {
namespace {

// The order of a set of strings differs in every run of Python.
void warn_of_order(Evaluator& e, const Value& value, Span span) {
  const auto is_text = [](const Value* item) { return item->kind == Value::Kind::kString; };
  if (value.kind == Value::Kind::kSet && value.items().size() > 1 &&
      std::any_of(value.items().begin(), value.items().end(), is_text)) {
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
  if (from->kind == Value::Kind::kList || from->kind == Value::Kind::kTuple) {
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

Value* new_set(Evaluator& e, bool fixed, A a) {
  Value* from = bound(e, a, {"set", {"iterable"}, 0, 1, 1})[0];
  Value* out = e.pool().make(Value::Kind::kSet, a.span);
  out->fixed = fixed;
  Iterator* items = from ? iterator_in_any_order(e, *from, a.span) : nullptr;
  while (Value* item = items ? items->next(e, a.span) : nullptr) {
    if (!add_item(e, *out, item, a.span)) return not_computed(e, a, "a set of unknown items");
  }
  if (from && (!items || !items->known())) return not_computed(e, a, "a set of unknown items");
  return out;
}

}  // namespace

Value* list(Evaluator& e, Value*, A a) {
  return sequence(e, Value::Kind::kList, a);
}

Value* tuple(Evaluator& e, Value*, A a) {
  return sequence(e, Value::Kind::kTuple, a);
}

Value* set(Evaluator& e, Value*, A a) {
  return new_set(e, false, a);
}

Value* frozenset(Evaluator& e, Value*, A a) {
  return new_set(e, true, a);
}

// dict(...): the keywords keep where they were written.
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

namespace {

// Digits with single underscores between them taken out; nullopt if they stand elsewhere.
std::optional<std::string> without_underscores(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out += text[i];
      continue;
    }
    const auto digit = [&](std::size_t at) {
      return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]));
    };
    if (i == 0 || !digit(i - 1) || !digit(i + 1)) return std::nullopt;
  }
  return out;
}

bool ascii_only(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

Value* int_of_text(Evaluator& e, std::string_view written, std::int64_t base, A a) {
  if (!ascii_only(written)) return not_computed(e, a, "int() of characters beyond ASCII");
  const auto wrong = [&]() -> Value* {
    e.raise("ValueError",
            fmt::format("invalid literal for int() with base {}: '{}'", base, written), a.span);
  };
  if ((base != 0 && base < 2) || base > 36) {
    e.raise("ValueError", "int() base must be >= 2 and <= 36, or 0", a.span);
  }
  std::string_view text = trim(written);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const char mark = text.size() > 1 && text[0] == '0' ? static_cast<char>(text[1] | 0x20) : '\0';
  const std::int64_t marked = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
  std::int64_t radix = base;
  if (marked != 0 && (base == 0 || base == marked)) {
    text.remove_prefix(2);
    if (text.starts_with('_')) text.remove_prefix(1);
    radix = marked;
  }
  const auto digits = without_underscores(text);
  if (!digits || digits->empty()) return wrong();
  if (radix == 0) {
    if (digits->size() > 1 && (*digits)[0] == '0' &&
        digits->find_first_not_of('0') != digits->npos) {
      return wrong();
    }
    radix = 10;
  }
  for (const char c : *digits) {
    const int value = c >= '0' && c <= '9'                          ? c - '0'
                      : std::isalpha(static_cast<unsigned char>(c)) ? (c | 0x20) - 'a' + 10
                                                                    : 99;
    if (value >= radix) return wrong();
  }
  if (digits->size() > 4300 && radix == 10) {
    e.raise("ValueError", "Exceeds the limit (4300 digits) for integer string conversion", a.span);
  }
  std::int64_t value = 0;
  const std::string signed_digits = (negative ? "-" : "") + *digits;
  const auto result =
      std::from_chars(signed_digits.data(), signed_digits.data() + signed_digits.size(), value,
                      static_cast<int>(radix));
  if (result.ec != std::errc()) return not_computed(e, a, "the integer does not fit into 64 bits");
  return e.pool().integer(value, a.span);
}

}  // namespace

Value* to_int(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"int", {"x", "base"}, 0, 2, 1});
  if (!given[0]) return e.pool().integer(0, a.span);
  Value& v = *given[0];
  if (any_unknown(a)) return not_computed(e, a, "int() of an unknown value");
  if (given[1]) {
    if (!is_small_int(given[1])) return not_computed(e, a, "int() with this base");
    if (v.kind == Value::Kind::kString) return int_of_text(e, v.text(), int_of(*given[1]), a);
    if (v.kind == Value::Kind::kBytes) return not_computed(e, a, "int() of bytes");
    e.raise("TypeError", "int() can't convert non-string with explicit base", a.span);
  }
  switch (v.kind) {
    case Value::Kind::kInt:
    case Value::Kind::kBool:
      return v.big ? &v : e.pool().integer(int_of(v), a.span);
    case Value::Kind::kFloat:
      if (std::isnan(v.floating)) {
        e.raise("ValueError", "cannot convert float NaN to integer", a.span);
      }
      if (std::isinf(v.floating)) {
        e.raise("OverflowError", "cannot convert float infinity to integer", a.span);
      }
      if (std::abs(v.floating) >= 9.2e18) return not_computed(e, a, "int() of a very large float");
      return e.pool().integer(static_cast<std::int64_t>(v.floating), a.span);
    case Value::Kind::kString:
      return int_of_text(e, v.text(), 10, a);
    case Value::Kind::kObject:
    case Value::Kind::kBytes:
      return not_computed(e, a, "int() of this value");
    default:
      e.raise(
          "TypeError",
          fmt::format("int() argument must be a string or a real number, not '{}'", type_name(v)),
          a.span);
  }
}

Value* to_float(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"float", {"x"}, 0, 1, 1});
  if (!given[0]) return e.pool().floating(0, a.span);
  const Value& v = *given[0];
  if (v.kind == Value::Kind::kUnknown || v.big || v.kind == Value::Kind::kObject ||
      v.kind == Value::Kind::kBytes) {
    return not_computed(e, a, "float() of this value");
  }
  if (is_number(v)) return e.pool().floating(double_of(v), a.span);
  if (v.kind != Value::Kind::kString) {
    e.raise(
        "TypeError",
        fmt::format("float() argument must be a string or a real number, not '{}'", type_name(v)),
        a.span);
  }
  if (!ascii_only(v.text())) return not_computed(e, a, "float() of characters beyond ASCII");
  const auto wrong = [&]() -> Value* {
    e.raise("ValueError", fmt::format("could not convert string to float: '{}'", v.text()), a.span);
  };
  const auto plain = without_underscores(trim(v.text()));
  if (!plain || plain->empty()) return wrong();
  std::string_view text = *plain;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string low(text);
  for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  double d = 0;
  if (low == "inf" || low == "infinity") {
    d = INFINITY;
  } else if (low == "nan") {
    d = NAN;
  } else {
    if (low.find_first_not_of("0123456789.e+-") != low.npos || low.starts_with('-') ||
        low.starts_with('+')) {
      return wrong();
    }
    const auto result = std::from_chars(low.data(), low.data() + low.size(), d);
    if (result.ptr != low.data() + low.size() || result.ec == std::errc::invalid_argument)
      return wrong();
    if (result.ec == std::errc::result_out_of_range) d = std::strtod(low.c_str(), nullptr);
  }
  return e.pool().floating(negative ? -d : d, a.span);
}

Value* to_bool(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"bool", {"x"}, 0, 1, 1});
  if (!given[0]) return e.pool().boolean(false, a.span);
  const auto truth = e.truth(*given[0]);
  if (truth == Evaluator::Truth::kUnknown) return not_computed(e, a, "bool() of an unknown value");
  return e.pool().boolean(truth == Evaluator::Truth::kTrue, a.span);
}

}  // namespace mmlint::python::builtins
