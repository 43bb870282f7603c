#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "python/eval/format_spec.h"
#include "python/eval/iterator.h"
#include "python/eval/operators.h"
#include "python/library/string_parts.h"
#include "value/scalar_text.h"

namespace mmlint::python {
namespace {

using namespace strings;  // NOLINT: the functions of the table
using View = std::string_view;

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
char to_upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 32) : c;
}
char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c + 32) : c;
}

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

bool is_ascii(View text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

// Letters are changed by what stands before them: true for a letter, with or without case.
template <class Change>
Value* change_case(Evaluator& e, Value* self, A a, Change change) {
  bound(e, a, {"upper", {}, 0, 0, 0});
  if (!has_plain_case(self->text())) return not_computed(e, a, "the case of these characters");
  std::string out(self->text());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const char before = i == 0 ? ' ' : self->text()[i - 1];
    if ((out[i] & 0x80) == 0) out[i] = change(out[i], i == 0, is_upper(before) || is_lower(before));
  }
  return e.new_text(out, a.span);
}

Value* upper(Evaluator& e, Value* s, A a) {
  return change_case(e, s, a, [](char c, bool, bool) { return to_upper(c); });
}
Value* lower(Evaluator& e, Value* s, A a) {
  return change_case(e, s, a, [](char c, bool, bool) { return to_lower(c); });
}
Value* title(Evaluator& e, Value* s, A a) {
  return change_case(e, s, a,
                     [](char c, bool, bool cased) { return cased ? to_lower(c) : to_upper(c); });
}
Value* capitalize(Evaluator& e, Value* s, A a) {
  return change_case(e, s, a,
                     [](char c, bool first, bool) { return first ? to_upper(c) : to_lower(c); });
}
Value* swapcase(Evaluator& e, Value* s, A a) {
  return change_case(e, s, a,
                     [](char c, bool, bool) { return is_upper(c) ? to_lower(c) : to_upper(c); });
}

// A question about every character; an empty text has none.
template <class Test>
Value* every(Evaluator& e, Value* self, A a, Test test) {
  bound(e, a, {"isalpha", {}, 0, 0, 0});
  e.step(self->text().size() / 64);
  if (!is_ascii(self->text())) return not_computed(e, a, "the kind of characters beyond ASCII");
  return e.pool().boolean(
      !self->text().empty() && std::all_of(self->text().begin(), self->text().end(), test), a.span);
}

Value* isdigit(Evaluator& e, Value* s, A a) {
  return every(e, s, a, is_digit);
}
Value* isalpha(Evaluator& e, Value* s, A a) {
  return every(e, s, a, [](char c) { return is_upper(c) || is_lower(c); });
}
Value* isalnum(Evaluator& e, Value* s, A a) {
  return every(e, s, a, [](char c) { return is_upper(c) || is_lower(c) || is_digit(c); });
}
Value* isspace(Evaluator& e, Value* s, A a) {
  return every(e, s, a, [](char c) { return is_space(static_cast<unsigned char>(c)); });
}
Value* isascii(Evaluator& e, Value* s, A a) {
  bound(e, a, {"isascii", {}, 0, 0, 0});
  return e.pool().boolean(is_ascii(s->text()), a.span);
}
Value* isprintable(Evaluator& e, Value* s, A a) {
  if (s->text().empty()) return e.pool().boolean(true, a.span);
  return every(e, s, a, [](char c) { return c >= ' ' && c < 0x7f; });
}
Value* isidentifier(Evaluator& e, Value* s, A a) {
  bound(e, a, {"isidentifier", {}, 0, 0, 0});
  if (!is_ascii(s->text())) return not_computed(e, a, "the kind of characters beyond ASCII");
  return e.pool().boolean(is_identifier(s->text()), a.span);
}
Value* has_case(Evaluator& e, Value* s, A a, bool (*wanted)(char), bool (*other)(char)) {
  bound(e, a, {"isupper", {}, 0, 0, 0});
  if (!is_ascii(s->text())) return not_computed(e, a, "the case of these characters");
  return e.pool().boolean(std::any_of(s->text().begin(), s->text().end(), wanted) &&
                              std::none_of(s->text().begin(), s->text().end(), other),
                          a.span);
}
Value* isupper(Evaluator& e, Value* s, A a) {
  return has_case(e, s, a, is_upper, is_lower);
}
Value* islower(Evaluator& e, Value* s, A a) {
  return has_case(e, s, a, is_lower, is_upper);
}
Value* istitle(Evaluator& e, Value* s, A a) {
  bound(e, a, {"istitle", {}, 0, 0, 0});
  if (!is_ascii(s->text())) return not_computed(e, a, "the case of these characters");
  bool cased = false;
  bool any = false;
  for (const char c : s->text()) {
    if ((is_upper(c) && cased) || (is_lower(c) && !cased)) return e.pool().boolean(false, a.span);
    cased = is_upper(c) || is_lower(c);
    any = any || cased;
  }
  return e.pool().boolean(any, a.span);
}

Value* filled(Evaluator& e, Value* self, A a, char align) {
  const auto given = bound(e, a, {"ljust", {"width", "fillchar"}, 1, 2, 2});
  if (!is_small_int(given[0])) return not_computed(e, a, "a text of unknown width");
  FormatSpec spec;
  spec.width = int_of(*given[0]);
  spec.align = align;
  if (given[1]) {
    const Value* fill = text_argument(e, given[1], "ljust", a.span);
    if (!fill) return not_computed(e, a, "a text filled with something unknown");
    if (count_characters(fill->text()) != 1) {
      e.raise("TypeError", "The fill character must be exactly one character long", a.span);
    }
    spec.fill = fill->text();
  }
  if (align != '^')
    return e.new_text(padded(e, std::string(self->text()), spec, '<', 0, a.span), a.span);
  // CPython's center() gives the odd place to the left if the width is odd
  // (stringlib/transmogrify.h).
  const auto length = static_cast<std::int64_t>(count_characters(self->text()));
  if (spec.width <= length) return e.pool().string(self->text(), a.span);
  const std::int64_t missing = spec.width - length;
  FormatSpec left = spec;
  left.align = '>';
  left.width = length + missing / 2 + (missing & spec.width & 1);
  spec.align = '<';
  const std::string begun = padded(e, std::string(self->text()), left, '<', 0, a.span);
  return e.new_text(padded(e, begun, spec, '<', 0, a.span), a.span);
}
Value* ljust(Evaluator& e, Value* s, A a) {
  return filled(e, s, a, '<');
}
Value* rjust(Evaluator& e, Value* s, A a) {
  return filled(e, s, a, '>');
}
Value* center(Evaluator& e, Value* s, A a) {
  return filled(e, s, a, '^');
}

Value* zfill(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"zfill", {"width"}, 1, 1, 1});
  if (!is_small_int(given[0])) return not_computed(e, a, "a text of unknown width");
  FormatSpec spec;
  spec.fill = "0";
  spec.align = '=';
  spec.width = int_of(*given[0]);
  const bool sign = self->text().starts_with('-') || self->text().starts_with('+');
  return e.new_text(padded(e, std::string(self->text()), spec, '=', sign ? 1 : 0, a.span), a.span);
}

Value* expandtabs(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"expandtabs", {"tabsize"}, 0, 1, 0});
  if (given[0] && !is_small_int(given[0])) return not_computed(e, a, "tabs of unknown width");
  const std::int64_t size = given[0] ? int_of(*given[0]) : 8;
  std::string out;
  std::int64_t column = 0;
  for (const char c : self->text()) {
    if (c == '\t') {
      const std::int64_t missing = size > 0 ? size - column % size : 0;
      e.check_text(out.size() + static_cast<std::size_t>(missing), a.span);
      out.append(static_cast<std::size_t>(missing), ' ');
      column += missing;
      continue;
    }
    out += c;
    if ((c & 0xc0) != 0x80) ++column;
    if (c == '\n' || c == '\r') column = 0;
  }
  return e.new_text(out, a.span);
}

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
  if (!old || !with || (given[2] && !is_small_int(given[2]))) {
    return not_computed(e, a, "replace() of this");
  }
  std::int64_t left = given[2] ? int_of(*given[2]) : -1;
  e.step(self->text().size() / 16);
  std::string out;
  View rest = self->text();
  while (left != 0) {
    const std::size_t at = rest.find(old->text());
    if (at == View::npos) break;
    out += rest.substr(0, at);
    out += with->text();
    rest.remove_prefix(at + old->text().size());
    --left;
    e.check_text(out.size(), a.span);
    if (!old->text().empty()) continue;
    if (rest.empty()) break;
    out += rest.substr(0, character_length(rest));
    rest.remove_prefix(character_length(rest));
    if (rest.empty() && left != 0) {
      out += with->text();
      break;
    }
  }
  return e.new_text(out.append(rest), a.span);
}

constexpr Method kMethods[] = {
    {"capitalize", capitalize},
    {"casefold", lower},
    {"center", center},
    {"encode", encode},
    {"expandtabs", expandtabs},
    {"format", format},
    {"format_map", format_map},
    {"isalnum", isalnum},
    {"isalpha", isalpha},
    {"isascii", isascii},
    {"isdecimal", isdigit},
    {"isdigit", isdigit},
    {"isidentifier", isidentifier},
    {"islower", islower},
    {"isnumeric", isdigit},
    {"isprintable", isprintable},
    {"isspace", isspace},
    {"istitle", istitle},
    {"isupper", isupper},
    {"join", join},
    {"ljust", ljust},
    {"lower", lower},
    {"maketrans", maketrans},
    {"replace", replace},
    {"rjust", rjust},
    {"swapcase", swapcase},
    {"title", title},
    {"translate", translate},
    {"upper", upper},
    {"zfill", zfill},
};

}  // namespace

Value* string_method(Evaluator& e, Value& self, std::string_view name, Span span) {
  if (Value* method = find_method(e, search_methods(), self, name, span)) return method;
  return find_method(e, kMethods, self, name, span);
}

}  // namespace mmlint::python
