#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "python/eval/operators.h"
#include "python/library/string_parts.h"
#include "value/scalar_text.h"

namespace mmlint::python::strings {

using View = std::string_view;

bool is_space(char32_t c) {
  return (c >= 9 && c <= 13) || (c >= 28 && c <= 32) || c == 0x85 || c == 0xa0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
         c == 0x3000;
}

const Value* text_argument(Evaluator& e, Value* argument, View function, Span span) {
  if (argument->kind == Value::Kind::kString) return argument;
  if (argument->kind == Value::Kind::kUnknown || argument->kind == Value::Kind::kObject)
    return nullptr;
  e.raise("TypeError",
          fmt::format("{}() argument must be str, not {}", function, type_name(*argument)), span);
}

namespace {

std::size_t last_character(View text) {
  std::size_t from = text.size() - 1;
  while (from > 0 && (text[from] & 0xc0) == 0x80) --from;
  return text.size() - from;
}

Value* strip(Evaluator& e, Value* self, A a, bool left, bool right) {
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

Value* piece_list(Evaluator& e, const std::vector<View>& pieces, Span span) {
  e.check_items(pieces.size(), span);
  e.step(pieces.size());
  Value* out = e.pool().make(Value::Kind::kList, span);
  for (const View piece : pieces) out->edit_items().push_back(e.pool().string(piece, span));
  return out;
}

std::vector<View> split_spaces(View text, std::int64_t most, bool from_right) {
  std::vector<View> out;
  const auto space_at = [&](bool back) {
    const View c = back ? text.substr(text.size() - last_character(text))
                        : text.substr(0, character_length(text));
    return is_space(code_point(c)) ? c.size() : 0;
  };
  const auto trim_end = [&](bool back) {
    while (!text.empty()) {
      const std::size_t length = space_at(back);
      if (length == 0) return;
      back ? text.remove_suffix(length) : text.remove_prefix(length);
    }
  };
  for (trim_end(from_right); !text.empty(); trim_end(from_right)) {
    if (most >= 0 && static_cast<std::int64_t>(out.size()) == most) {
      out.push_back(text);
      break;
    }
    const View all = text;
    while (!text.empty() && space_at(from_right) == 0) {
      from_right ? text.remove_suffix(last_character(text))
                 : text.remove_prefix(character_length(text));
    }
    out.push_back(from_right ? all.substr(text.size()) : all.substr(0, all.size() - text.size()));
  }
  if (from_right) std::reverse(out.begin(), out.end());
  return out;
}

Value* split(Evaluator& e, Value* self, A a, bool from_right) {
  const auto given = bound(e, a, {"split", {"sep", "maxsplit"}, 0, 2, 0});
  if (given[1] && !is_small_int(given[1])) return not_computed(e, a, "split() with this limit");
  const std::int64_t most = given[1] ? int_of(*given[1]) : -1;
  e.step(self->text().size() / 16);
  if (!given[0] || given[0]->kind == Value::Kind::kNone) {
    return piece_list(e, split_spaces(self->text(), most, from_right), a.span);
  }
  const Value* separator = text_argument(e, given[0], "split", a.span);
  if (!separator) return not_computed(e, a, "split() at an unknown separator");
  const View mark = separator->text();
  if (mark.empty()) e.raise("ValueError", "empty separator", a.span);
  std::vector<View> out;
  View rest = self->text();
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

Value* partition(Evaluator& e, Value* self, A a, bool last) {
  const auto given = bound(e, a, {"partition", {"sep"}, 1, 1, 1});
  const Value* separator = text_argument(e, given[0], "partition", a.span);
  if (!separator) return not_computed(e, a, "partition() at an unknown separator");
  if (separator->text().empty()) e.raise("ValueError", "empty separator", a.span);
  e.step(self->text().size() / 16);
  const View text = self->text();
  const std::size_t at = last ? text.rfind(separator->text()) : text.find(separator->text());
  std::array<View, 3> parts{last ? View() : text, View(), last ? text : View()};
  if (at != View::npos) {
    parts = {text.substr(0, at), separator->text(), text.substr(at + separator->text().size())};
  }
  Value* out = e.pool().make(Value::Kind::kTuple, a.span);
  for (const View part : parts) out->edit_items().push_back(e.pool().string(part, a.span));
  return out;
}

// The part of the text between two optional places; `from` is where it begins, in characters.
struct Part {
  View text;
  std::int64_t from = 0;
  bool known = true;
  bool possible = true;  // false where nothing, not even '', can be found
};

Part part_of(Evaluator& e, View text, const Value* start, const Value* end) {
  Part out{text};
  if (!start && !end) return out;
  const auto n = static_cast<std::int64_t>(count_characters(text));
  e.step(text.size() / 16);
  std::int64_t places[2] = {0, n};
  const Value* given[2] = {start, end};
  for (int k = 0; k < 2; ++k) {
    if (!given[k] || given[k]->kind == Value::Kind::kNone) continue;
    if (!is_small_int(given[k])) return {text, 0, false, true};
    places[k] = int_of(*given[k]);
    if (places[k] < 0) places[k] = std::max<std::int64_t>(0, places[k] + n);
  }
  places[1] = std::min(places[1], n);
  if (places[0] > places[1]) return {{}, 0, true, false};
  const auto byte = [&](std::int64_t place) {
    std::size_t at = 0;
    for (std::int64_t i = 0; i < place; ++i) at += character_length(text.substr(at));
    return at;
  };
  const std::size_t from = byte(places[0]);
  out.from = places[0];
  out.text = text.substr(from, byte(places[1]) - from);
  return out;
}

constexpr Signature kSearch{"find", {"sub", "start", "end"}, 1, 3, 3};

Value* find(Evaluator& e, Value* self, A a, bool last, bool must) {
  const auto given = bound(e, a, kSearch);
  const Value* wanted = text_argument(e, given[0], "find", a.span);
  const Part part = part_of(e, self->text(), given[1], given[2]);
  if (!wanted || !part.known) return not_computed(e, a, "find() of something unknown");
  e.step(part.text.size() / 16);
  const std::size_t at = !part.possible ? View::npos
                         : last         ? part.text.rfind(wanted->text())
                                        : part.text.find(wanted->text());
  if (at == View::npos && must) e.raise("ValueError", "substring not found", a.span);
  if (at == View::npos) return e.pool().integer(-1, a.span);
  const auto before = static_cast<std::int64_t>(count_characters(part.text.substr(0, at)));
  return e.pool().integer(part.from + before, a.span);
}

Value* affix(Evaluator& e, Value* self, A a, bool start) {
  const auto given = bound(e, a, kSearch);
  const Part part = part_of(e, self->text(), given[1], given[2]);
  const std::vector<Value*> one{given[0]};
  const auto& all = given[0]->kind == Value::Kind::kTuple ? given[0]->items() : one;
  bool known = part.known;
  for (Value* v : all) {
    const Value* text = text_argument(e, v, "startswith", a.span);
    known = known && text;
    if (!text || !known || !part.possible) continue;
    if (start ? part.text.starts_with(text->text()) : part.text.ends_with(text->text())) {
      return e.pool().boolean(true, a.span);
    }
  }
  return known ? e.pool().boolean(false, a.span)
               : not_computed(e, a, "startswith() of an unknown value");
}

Value* without(Evaluator& e, Value* self, A a, bool prefix) {
  const auto given = bound(e, a, {"removeprefix", {"prefix"}, 1, 1, 1});
  const Value* part = text_argument(e, given[0], "removeprefix", a.span);
  if (!part) return not_computed(e, a, "removeprefix() of an unknown value");
  View text = self->text();
  if (prefix && text.starts_with(part->text())) text.remove_prefix(part->text().size());
  if (!prefix && text.ends_with(part->text())) text.remove_suffix(part->text().size());
  return e.pool().string(text, a.span);
}

Value* count(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, kSearch);
  const Value* wanted = text_argument(e, given[0], "count", a.span);
  const Part part = part_of(e, self->text(), given[1], given[2]);
  if (!wanted || !part.known) return not_computed(e, a, "count() of something unknown");
  if (!part.possible) return e.pool().integer(0, a.span);
  e.step(part.text.size() / 16);
  if (wanted->text().empty()) {
    return e.pool().integer(static_cast<std::int64_t>(count_characters(part.text)) + 1, a.span);
  }
  std::int64_t n = 0;
  for (std::size_t at = part.text.find(wanted->text()); at != View::npos; ++n) {
    at = part.text.find(wanted->text(), at + wanted->text().size());
  }
  return e.pool().integer(n, a.span);
}

Value* splitlines(Evaluator& e, Value* self, A a) {
  const auto given = bound(e, a, {"splitlines", {"keepends"}, 0, 1, 0});
  const auto keep = given[0] ? e.truth(*given[0]) : Evaluator::Truth::kFalse;
  if (keep == Evaluator::Truth::kUnknown) return not_computed(e, a, "splitlines() of this");
  e.step(self->text().size() / 16);
  std::vector<View> out;
  View rest = self->text();
  while (!rest.empty()) {
    std::size_t at = 0;
    std::size_t end = 0;  // behind the line's end
    while (at < rest.size() && end == 0) {
      const View one = rest.substr(at, character_length(rest.substr(at)));
      const char32_t c = code_point(one);
      const bool ends =
          (c >= 10 && c <= 13) || (c >= 28 && c <= 30) || c == 0x85 || c == 0x2028 || c == 0x2029;
      if (!ends) {
        at += one.size();
      } else {
        end = at + one.size();
        if (c == '\r' && end < rest.size() && rest[end] == '\n') ++end;
      }
    }
    if (end == 0) end = at;
    out.push_back(rest.substr(0, keep == Evaluator::Truth::kTrue ? end : at));
    rest.remove_prefix(end);
  }
  return piece_list(e, out, a.span);
}

// The method with its last parameters given.
template <auto kMethod, bool... kHow>
Value* with(Evaluator& e, Value* self, A a) {
  return kMethod(e, self, a, kHow...);
}

constexpr Method kMethods[] = {
    {"count", count},
    {"endswith", with<affix, false>},
    {"find", with<find, false, false>},
    {"index", with<find, false, true>},
    {"lstrip", with<strip, true, false>},
    {"partition", with<partition, false>},
    {"removeprefix", with<without, true>},
    {"removesuffix", with<without, false>},
    {"rfind", with<find, true, false>},
    {"rindex", with<find, true, true>},
    {"rpartition", with<partition, true>},
    {"rsplit", with<split, true>},
    {"rstrip", with<strip, false, true>},
    {"split", with<split, false>},
    {"splitlines", splitlines},
    {"startswith", with<affix, true>},
    {"strip", with<strip, true, true>},
};

}  // namespace

std::span<const Method> search_methods() {
  return kMethods;
}

}  // namespace mmlint::python::strings
