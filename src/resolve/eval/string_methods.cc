#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "resolve/eval/natives.h"
#include "resolve/eval/numbers.h"

namespace mmlint::resolve {
namespace {

using A = const Arguments&;
using View = std::string_view;

Value* make(Evaluator& e, const std::string& text, Span span) {
  e.check_text(text.size(), span);
  return e.pool().string(e.pool().keep(text), span);
}

bool ascii(View text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

bool strings(A a) {
  return a.keywords.empty() && std::all_of(a.positional.begin(), a.positional.end(),
                                           [](const Value* v) { return v->kind == Kind::kString; });
}

Value* strip_with(Evaluator& e, Value* self, A a, bool left, bool right) {
  const bool chars = !a.positional.empty() && a.positional[0]->kind != Kind::kNone;
  if (chars && (!strings(a) || !ascii(a.positional[0]->text)))
    return not_computed(e, a, "strip() of this");
  const View set = chars ? a.positional[0]->text : View(" \t\n\r\f\v");
  View text = self->text;
  const auto in_set = [set](char c) { return set.find(c) != View::npos; };
  while (left && !text.empty() && in_set(text.front())) text.remove_prefix(1);
  while (right && !text.empty() && in_set(text.back())) text.remove_suffix(1);
  return e.pool().string(text, a.span);
}
Value* strip(Evaluator& e, Value* s, A a) {
  return strip_with(e, s, a, true, true);
}
Value* lstrip(Evaluator& e, Value* s, A a) {
  return strip_with(e, s, a, true, false);
}
Value* rstrip(Evaluator& e, Value* s, A a) {
  return strip_with(e, s, a, false, true);
}

Value* piece_list(Evaluator& e, const std::vector<View>& pieces, Span span) {
  Value* out = e.pool().make(Kind::kList, span);
  for (const View piece : pieces) out->items.push_back(e.pool().string(piece, span));
  e.check_items(out->items.size(), span);
  return out;
}

std::vector<View> split_spaces(View text) {
  std::vector<View> out;
  std::size_t i = 0;
  const View spaces = " \t\n\r\f\v";
  while ((i = text.find_first_not_of(spaces, i)) != View::npos) {
    const std::size_t end = std::min(text.find_first_of(spaces, i), text.size());
    out.push_back(text.substr(i, end - i));
    i = end;
  }
  return out;
}

Value* split_from(Evaluator& e, Value* self, A a, bool from_right) {
  const Value* separator = a.positional.empty() ? keyword(a, "sep") : a.positional[0];
  const Value* limit = a.positional.size() > 1 ? a.positional[1] : keyword(a, "maxsplit");
  std::int64_t most = -1;
  if (limit) {
    if (limit->kind != Kind::kInt) return not_computed(e, a, "split() with an unknown limit");
    most = limit->integer;
  }
  if (!separator || separator->kind == Kind::kNone) {
    if (most >= 0) return not_computed(e, a, "split() at spaces with a limit");
    return piece_list(e, split_spaces(self->text), a.span);
  }
  if (separator->kind != Kind::kString)
    return not_computed(e, a, "split() at an unknown separator");
  const View mark = separator->text;
  if (mark.empty()) e.raise("ValueError", "empty separator", a.span);
  std::vector<View> out;
  View rest = self->text;
  while (most < 0 || static_cast<std::int64_t>(out.size()) < most) {
    const std::size_t at = from_right ? rest.rfind(mark) : rest.find(mark);
    if (at == View::npos) break;
    const View after = rest.substr(at + mark.size());
    out.push_back(from_right ? after : rest.substr(0, at));
    rest = from_right ? rest.substr(0, at) : after;
  }
  out.push_back(rest);
  if (from_right) std::reverse(out.begin(), out.end());
  return piece_list(e, out, a.span);
}
Value* split(Evaluator& e, Value* s, A a) {
  return split_from(e, s, a, false);
}
Value* rsplit(Evaluator& e, Value* s, A a) {
  return split_from(e, s, a, true);
}

Value* splitlines(Evaluator& e, Value* self, A a) {
  if (!a.positional.empty() || !a.keywords.empty() || !ascii(self->text)) {
    return not_computed(e, a, "splitlines() of this");
  }
  std::vector<View> out;
  View rest = self->text;
  while (!rest.empty()) {
    const std::size_t at = rest.find_first_of("\n\r\f\v\x1c\x1d\x1e");
    out.push_back(rest.substr(0, at));
    if (at == View::npos) break;
    const bool pair = rest[at] == '\r' && at + 1 < rest.size() && rest[at + 1] == '\n';
    rest.remove_prefix(at + (pair ? 2 : 1));
  }
  return piece_list(e, out, a.span);
}

Value* join(Evaluator& e, Value* self, A a) {
  const auto* items = a.positional.size() == 1 ? e.iterate(*a.positional[0], a.span) : nullptr;
  if (!items) return not_computed(e, a, "join() of unknown items");
  std::string out;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const Value& item = *(*items)[i];
    if (item.kind == Kind::kUnknown || item.kind == Kind::kObject) {
      return not_computed(e, a, "join() of unknown items");
    }
    if (item.kind != Kind::kString) {
      e.raise("TypeError",
              fmt::format("sequence item {}: expected str, {} found", i, type_name(item)), a.span);
    }
    if (i != 0) out += self->text;
    out += item.text;
    e.check_text(out.size(), a.span);
  }
  return make(e, out, a.span);
}

Value* replace(Evaluator& e, Value* self, A a) {
  if (a.positional.size() != 2 || !strings(a) || a.positional[0]->text.empty()) {
    return not_computed(e, a, "replace() of this");
  }
  const View from = a.positional[0]->text;
  std::string out;
  View rest = self->text;
  for (std::size_t at = rest.find(from); at != View::npos; at = rest.find(from)) {
    out += rest.substr(0, at);
    out += a.positional[1]->text;
    rest.remove_prefix(at + from.size());
    e.check_text(out.size(), a.span);
  }
  return make(e, out.append(rest), a.span);
}

Value* affix(Evaluator& e, Value* self, A a, bool start) {
  if (a.positional.size() != 1 || !a.keywords.empty())
    return not_computed(e, a, "startswith() of this");
  const std::vector<Value*> one{a.positional[0]};
  const auto& all = a.positional[0]->kind == Kind::kTuple ? a.positional[0]->items : one;
  for (const Value* v : all) {
    if (v->kind != Kind::kString) return not_computed(e, a, "startswith() of an unknown value");
    if (start ? self->text.starts_with(v->text) : self->text.ends_with(v->text)) {
      return e.pool().boolean(true, a.span);
    }
  }
  return e.pool().boolean(false, a.span);
}
Value* startswith(Evaluator& e, Value* s, A a) {
  return affix(e, s, a, true);
}
Value* endswith(Evaluator& e, Value* s, A a) {
  return affix(e, s, a, false);
}

Value* without(Evaluator& e, Value* self, A a, bool prefix) {
  if (a.positional.size() != 1 || !strings(a)) return not_computed(e, a, "removeprefix() of this");
  View text = self->text;
  const View part = a.positional[0]->text;
  if (prefix && text.starts_with(part)) text.remove_prefix(part.size());
  if (!prefix && text.ends_with(part)) text.remove_suffix(part.size());
  return e.pool().string(text, a.span);
}
Value* removeprefix(Evaluator& e, Value* s, A a) {
  return without(e, s, a, true);
}
Value* removesuffix(Evaluator& e, Value* s, A a) {
  return without(e, s, a, false);
}

template <class Change>
Value* change_case(Evaluator& e, Value* self, A a, Change change) {
  if (!ascii(self->text)) return not_computed(e, a, "the case of characters beyond ASCII");
  std::string out(self->text);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = change(out[i], i == 0 ? ' ' : self->text[i - 1]);
  return make(e, out, a.span);
}
char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}
char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

Value* upper(Evaluator& e, Value* s, A a) {
  return change_case(e, s, a, [](char c, char) { return to_upper(c); });
}
Value* lower(Evaluator& e, Value* s, A a) {
  return change_case(e, s, a, [](char c, char) { return to_lower(c); });
}
Value* title(Evaluator& e, Value* s, A a) {
  return change_case(
      e, s, a, [](char c, char before) { return is_letter(before) ? to_lower(c) : to_upper(c); });
}
Value* capitalize(Evaluator& e, Value* s, A a) {
  Value* low = lower(e, s, a);
  if (low->kind != Kind::kString || low->text.empty()) return low;
  std::string out(low->text);
  out[0] = to_upper(out[0]);
  return make(e, out, a.span);
}

Value* find_with(Evaluator& e, Value* self, A a, bool last, bool must) {
  if (a.positional.size() != 1 || !strings(a) || !ascii(self->text))
    return not_computed(e, a, "find() of this");
  const std::size_t at =
      last ? self->text.rfind(a.positional[0]->text) : self->text.find(a.positional[0]->text);
  if (at == View::npos && must) e.raise("ValueError", "substring not found", a.span);
  return e.pool().integer(at == View::npos ? -1 : static_cast<std::int64_t>(at), a.span);
}
Value* find(Evaluator& e, Value* s, A a) {
  return find_with(e, s, a, false, false);
}
Value* rfind(Evaluator& e, Value* s, A a) {
  return find_with(e, s, a, true, false);
}
Value* index(Evaluator& e, Value* s, A a) {
  return find_with(e, s, a, false, true);
}

Value* count(Evaluator& e, Value* self, A a) {
  if (a.positional.size() != 1 || !strings(a) || a.positional[0]->text.empty())
    return not_computed(e, a, "count() of this");
  std::int64_t n = 0;
  for (std::size_t at = self->text.find(a.positional[0]->text); at != View::npos; ++n) {
    at = self->text.find(a.positional[0]->text, at + a.positional[0]->text.size());
  }
  return e.pool().integer(n, a.span);
}

Value* zfill(Evaluator& e, Value* self, A a) {
  if (a.positional.size() != 1 || a.positional[0]->kind != Kind::kInt || !ascii(self->text))
    return not_computed(e, a, "zfill() of this");
  const std::int64_t width = std::min<std::int64_t>(a.positional[0]->integer, 1 << 20);
  std::string out(self->text);
  const std::size_t sign = !out.empty() && (out[0] == '-' || out[0] == '+') ? 1 : 0;
  if (static_cast<std::int64_t>(out.size()) < width)
    out.insert(sign, static_cast<std::size_t>(width) - out.size(), '0');
  return make(e, out, a.span);
}

Value* isdigit(Evaluator& e, Value* self, A a) {
  if (!ascii(self->text)) return not_computed(e, a, "isdigit() beyond ASCII");
  return e.pool().boolean(
      !self->text.empty() && self->text.find_first_not_of("0123456789") == View::npos, a.span);
}

Value* partition(Evaluator& e, Value* self, A a) {
  if (a.positional.size() != 1 || !strings(a) || a.positional[0]->text.empty())
    return not_computed(e, a, "partition() of this");
  const std::size_t at = self->text.find(a.positional[0]->text);
  Value* out = e.pool().make(Kind::kTuple, a.span);
  const View mark = at == View::npos ? View() : a.positional[0]->text;
  const View after = at == View::npos ? View() : self->text.substr(at + mark.size());
  for (const View part : {self->text.substr(0, at), mark, after})
    out->items.push_back(e.pool().string(part, a.span));
  return out;
}

// One field of str.format: "", "0", "name", "name.attr" or "name[key]".
Value* format_field(Evaluator& e, A a, View field, std::size_t& next) {
  const std::size_t end = std::min(field.find_first_of(".["), field.size());
  const View head = field.substr(0, end);
  Value* value = nullptr;
  if (head.empty() || head.find_first_not_of("0123456789") == View::npos) {
    std::size_t i = next;
    if (head.empty()) {
      ++next;
    } else {
      const Value* number = head.size() < 9 ? parse_int(e.pool(), head, a.span) : nullptr;
      if (!number) return nullptr;
      i = static_cast<std::size_t>(number->integer);
    }
    if (i >= a.positional.size()) e.raise("IndexError", "Replacement index out of range", a.span);
    value = a.positional[i];
  } else {
    value = keyword(a, head);
    if (!value) e.raise("KeyError", std::string(head), a.span);
  }
  return end == field.size() ? value : nullptr;
}

Value* format(Evaluator& e, Value* self, A a) {
  std::string out;
  std::size_t next = 0;
  const View text = self->text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{' && text[i] != '}') {
      out += text[i];
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == text[i]) {
      out += text[i++];
      continue;
    }
    if (text[i] == '}') e.raise("ValueError", "Single '}' encountered in format string", a.span);
    const std::size_t close = text.find('}', i);
    if (close == View::npos) e.raise("ValueError", "expected '}' before end of string", a.span);
    const View inside = text.substr(i + 1, close - i - 1);
    const std::size_t colon = inside.find(':');
    const View spec = colon == View::npos ? View() : inside.substr(colon + 1);
    const View field = inside.substr(0, colon);
    if (inside.find_first_of("!{") != View::npos)
      return not_computed(e, a, "a format with a conversion");
    const Value* value = format_field(e, a, field, next);
    const auto piece = value ? format_value(e, *value, spec) : std::nullopt;
    if (!piece) return not_computed(e, a, "format() of an unknown value");
    out += *piece;
    e.check_text(out.size(), a.span);
    i = close;
  }
  return make(e, out, a.span);
}

Value* opaque(Evaluator& e, Value*, A a) {
  return not_computed(e, a, "a string method that is not computed");
}

struct Method {
  View name;
  Native call;
};

constexpr Method kMethods[] = {
    {"capitalize", capitalize},
    {"count", count},
    {"endswith", endswith},
    {"find", find},
    {"format", format},
    {"index", index},
    {"isdigit", isdigit},
    {"isdecimal", isdigit},
    {"isnumeric", isdigit},
    {"join", join},
    {"lower", lower},
    {"lstrip", lstrip},
    {"partition", partition},
    {"removeprefix", removeprefix},
    {"removesuffix", removesuffix},
    {"replace", replace},
    {"rfind", rfind},
    {"rsplit", rsplit},
    {"rstrip", rstrip},
    {"split", split},
    {"splitlines", splitlines},
    {"startswith", startswith},
    {"strip", strip},
    {"title", title},
    {"upper", upper},
    {"zfill", zfill},
};

constexpr View kOpaque[] = {
    "casefold", "center",       "encode",  "expandtabs",  "format_map", "isalnum",  "isalpha",
    "isascii",  "isidentifier", "islower", "isprintable", "isspace",    "istitle",  "isupper",
    "ljust",    "maketrans",    "rindex",  "rjust",       "rpartition", "swapcase", "translate"};

}  // namespace

Value* string_method(Evaluator& e, Value& self, std::string_view name, Span span) {
  for (const Method& m : kMethods) {
    if (m.name == name) return native_value(e, m.name, m.call, &self, false, span);
  }
  for (const View opaque_name : kOpaque) {
    if (opaque_name == name) return native_value(e, opaque_name, opaque, &self, false, span);
  }
  return nullptr;
}

}  // namespace mmlint::resolve
