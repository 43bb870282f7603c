#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "python/eval/arguments.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"
#include "python/eval/text_format.h"
#include "value/scalar_text.h"

// Methods of str.
namespace mmlint::python {
namespace {

using A = const Arguments&;
using View = std::string_view;

// Returns `argument` if it is a string, null if it is unknown or an object; else raises TypeError.
const Value* text_argument(Evaluator& e, Value* argument, View function, Span span) {
  if (argument->kind == Value::Kind::kString) return argument;
  if (argument->kind == Value::Kind::kUnknown || argument->kind == Value::Kind::kObject)
    return nullptr;
  e.raise("TypeError",
          fmt::format("{}() argument must be str, not {}", function, type_name(*argument)), span);
}

// --- case ---

// True if all characters beyond ASCII are letters without case: Han, kana, Hangul.
bool has_plain_case(View text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const char32_t c = code_point(text.substr(0, length));
    const bool caseless = (c >= 0x3041 && c <= 0x3096) || (c >= 0x30a1 && c <= 0x30fa) ||
                          (c >= 0x4e00 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7a3);
    if (c >= 0x80 && !caseless) return false;
    text.remove_prefix(length);
  }
  return true;
}

// Moves the ASCII letters from `first` on, 26 of them, by `distance`.
Value* change_case(Evaluator& e, Value* self, A a, char first, int distance) {
  bound(e, a, {"upper", {}, 0, 0, 0});
  if (!has_plain_case(self->text())) return not_computed(e, a, "the case of these characters");
  std::string out(self->text());
  for (char& c : out) {
    if (c >= first && c < first + 26) c = static_cast<char>(c + distance);
  }
  return e.new_text(out, a.span);
}

Value* upper(Evaluator& e, Value* self, A a) {
  return change_case(e, self, a, 'a', 'A' - 'a');
}

Value* lower(Evaluator& e, Value* self, A a) {
  return change_case(e, self, a, 'A', 'a' - 'A');
}

// --- cutting and searching ---

// What str.isspace() takes for white space.
bool is_space(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 28 && c <= 32) || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

std::size_t last_character(View text) {
  std::size_t from = text.size() - 1;
  while (from > 0 && (text[from] & 0xc0) == 0x80) --from;
  return text.size() - from;
}

template <bool left, bool right>
Value* strip(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"strip", {"chars"}, 0, 1, 1});
  const bool spaces = !given[0] || given[0]->kind == Value::Kind::kNone;
  const Value* chars = spaces ? nullptr : text_argument(e, given[0], "strip", a.span);
  if (!spaces && !chars) return not_computed(e, a, "strip() of unknown characters");
  e.step(self->text().size() / 64 * (chars ? 1 + chars->text().size() / 8 : 1));
  const auto drop = [&](View character) {
    return spaces ? is_space(code_point(character)) : chars->text().find(character) != View::npos;
  };
  View text = self->text();
  while (left && !text.empty() && drop(text.substr(0, character_length(text)))) {
    text.remove_prefix(character_length(text));
  }
  while (right && !text.empty() && drop(text.substr(text.size() - last_character(text)))) {
    text.remove_suffix(last_character(text));
  }
  return e.pool().string(text, a.span);
}

// At most `most` cuts, any number if it is negative.
std::vector<View> split_at_spaces(View text, std::int64_t most) {
  std::vector<View> out;
  const auto skip = [&](bool spaces) {
    while (!text.empty() && is_space(code_point(text.substr(0, character_length(text)))) == spaces)
      text.remove_prefix(character_length(text));
  };
  for (skip(true); !text.empty(); skip(true)) {
    const View rest = text;
    if (most >= 0 && static_cast<std::int64_t>(out.size()) == most) {
      out.push_back(rest);
      break;
    }
    skip(false);
    out.push_back(rest.substr(0, rest.size() - text.size()));
  }
  return out;
}

std::vector<View> split_at(View text, View mark, std::int64_t most) {
  std::vector<View> out;
  while (most < 0 || static_cast<std::int64_t>(out.size()) < most) {
    const std::size_t at = text.find(mark);
    if (at == View::npos) break;
    out.push_back(text.substr(0, at));
    text.remove_prefix(at + mark.size());
  }
  out.push_back(text);
  return out;
}

Value* split(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"split", {"sep", "maxsplit"}, 0, 2, 0});
  if (given[1] && !is_small_int(given[1])) return not_computed(e, a, "split() with this limit");
  const std::int64_t most = given[1] ? int_of(*given[1]) : -1;
  const bool at_spaces = !given[0] || given[0]->kind == Value::Kind::kNone;
  const Value* mark = at_spaces ? nullptr : text_argument(e, given[0], "split", a.span);
  if (!at_spaces && !mark) return not_computed(e, a, "split() at an unknown separator");
  if (mark && mark->text().empty()) e.raise("ValueError", "empty separator", a.span);
  e.step(self->text().size() / 16);
  const std::vector<View> pieces =
      mark ? split_at(self->text(), mark->text(), most) : split_at_spaces(self->text(), most);
  e.check_items(pieces.size(), a.span);
  e.step(pieces.size());
  Value* out = e.pool().make(Value::Kind::kList, a.span);
  for (const View piece : pieces) out->edit_items().push_back(e.pool().string(piece, a.span));
  return out;
}

template <bool start>
Value* affix(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"startswith", {"prefix", "start", "end"}, 1, 3, 3});
  if (given[1] || given[2] || given[0]->kind == Value::Kind::kTuple) {
    return not_computed(e, a, "startswith() or endswith() with these arguments");
  }
  const Value* text = text_argument(e, given[0], "startswith", a.span);
  if (!text) return not_computed(e, a, "startswith() or endswith() with an unknown text");
  return e.pool().boolean(
      start ? self->text().starts_with(text->text()) : self->text().ends_with(text->text()),
      a.span);
}

// --- putting together ---

Value* join(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"join", {"iterable"}, 1, 1, 1});
  const auto* items = e.iterate(*given[0], a.span);
  if (!items) return not_computed(e, a, "join() of unknown items");
  std::string out;
  bool known = true;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const Value& item = *(*items)[i];
    if (item.kind == Value::Kind::kUnknown || item.kind == Value::Kind::kObject) {
      known = false;
      continue;
    }
    if (item.kind != Value::Kind::kString) {
      e.raise("TypeError",
              fmt::format("sequence item {}: expected str instance, {} found", i, type_name(item)),
              a.span);
    }
    if (i != 0) out += self->text();
    out += item.text();
    e.check_text(out.size(), a.span);
  }
  return known ? e.new_text(out, a.span) : not_computed(e, a, "join() of unknown items");
}

Value* replace(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"replace", {"old", "new", "count"}, 2, 3, 3});
  const Value* old = text_argument(e, given[0], "replace", a.span);
  const Value* with = text_argument(e, given[1], "replace", a.span);
  if (!old || !with || old->text().empty() || given[2]) {
    return not_computed(e, a, "replace() with these arguments");
  }
  e.step(self->text().size() / 16);
  std::string out;
  View rest = self->text();
  for (std::size_t at; (at = rest.find(old->text())) != View::npos;) {
    (out += rest.substr(0, at)) += with->text();
    rest.remove_prefix(at + old->text().size());
    e.check_text(out.size(), a.span);
  }
  return e.new_text(out.append(rest), a.span);
}

// The fields of str.format: "", "0" and "name" (CPython's Objects/stringlib/unicode_format.h).
class Fields {
 public:
  Fields(Evaluator& e, A a) : e_(e), a_(a) {}

  Value* value_of(View field) {
    if (field.find_first_not_of("0123456789") != View::npos) {
      if (Value* value = keyword(a_, field)) return value;
      e_.raise("KeyError", std::string(field), a_.span);
    }
    (field.empty() ? automatic_ : manual_) = true;
    if (automatic_ && manual_) {
      e_.raise("ValueError", "cannot switch between manual and automatic field numbering", a_.span);
    }
    std::size_t i = field.empty() ? next_++ : 0;
    for (const char c : field)
      i = std::min<std::size_t>(i * 10 + static_cast<std::size_t>(c - '0'), 1u << 30);
    if (i < a_.positional.size()) return a_.positional[i];
    e_.raise("IndexError", "Replacement index out of range for positional args tuple", a_.span);
  }

 private:
  Evaluator& e_;
  A a_;
  std::size_t next_ = 0;
  bool automatic_ = false;
  bool manual_ = false;
};

Value* format(Evaluator& e, Value* self, A a) {
  Fields fields(e, a);
  std::string out;
  bool known = true;
  const View text = self->text();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool doubled = i + 1 < text.size() && text[i + 1] == c;
    if ((c != '{' && c != '}') || doubled) {
      out += c;
      i += c == '{' || c == '}' ? 1 : 0;
      continue;
    }
    if (c == '}') e.raise("ValueError", "Single '}' encountered in format string", a.span);
    const std::size_t end = text.find('}', i);
    if (end == View::npos) e.raise("ValueError", "expected '}' before end of string", a.span);
    const View field = text.substr(i + 1, end - i - 1);
    // An attribute, an item, a conversion or a specification.
    if (field.find_first_of(".[!:{") != View::npos) {
      return not_computed(e, a, "a format field that is more than a name or a number");
    }
    const auto piece = str(e, *fields.value_of(field));
    known = known && piece;
    if (piece) out += *piece;
    e.check_text(out.size(), a.span);
    i = end;
  }
  return known ? e.new_text(out, a.span) : not_computed(e, a, "format() of an unknown value");
}

constexpr Method kString[] = {
    {"endswith", affix<false>},
    {"format", format},
    {"join", join},
    {"lower", lower},
    {"lstrip", strip<true, false>},
    {"replace", replace},
    {"rstrip", strip<false, true>},
    {"split", split},
    {"startswith", affix<true>},
    {"strip", strip<true, true>},
    {"upper", upper},
};

}  // namespace

const Methods& string_methods() {
  static constexpr Methods kOfString{
      "str", kString,
      "capitalize casefold center count encode expandtabs find format_map index isalnum isalpha "
      "isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle "
      "isupper ljust maketrans partition removeprefix removesuffix rfind rindex rjust rpartition "
      "rsplit splitlines swapcase title translate zfill"};
  return kOfString;
}

}  // namespace mmlint::python
