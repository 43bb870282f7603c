#include "value/text_methods.h"

#include "base/characters.h"
#include "value/scalar_text.h"

namespace mmlint {
namespace {

using View = std::string_view;
using Call = const TextCall&;

// --- arguments and results ---

View text_at(Call c, std::size_t i, View otherwise = {}) {
  return c.given[i] ? c.given[i]->text() : otherwise;
}

std::int64_t number_at(Call c, std::size_t i, std::int64_t otherwise) {
  return c.given[i] ? int_of(*c.given[i]) : otherwise;
}

Value* made(Call c, const std::string& text) {
  c.by.check_text(text.size());
  c.by.step(text.size() / 64);
  return c.by.pool.string(c.by.pool.keep(text), c.by.span);
}

Value* part(Call c, View text) {  // a part of the text itself
  return c.by.pool.string(text, c.by.span);
}

Value* parts(Call c, std::span<const View> texts, Value::Kind kind = Value::Kind::kList) {
  c.by.check_items(texts.size());
  c.by.step(texts.size());
  Value* out = c.by.pool.make(kind, c.by.span);
  for (const View text : texts) out->edit_items().push_back(part(c, text));
  return out;
}

Value* boolean(Call c, bool value) {
  return c.by.pool.boolean(value, c.by.span);
}

Value* number(Call c, std::size_t value) {
  return c.by.pool.integer(static_cast<std::int64_t>(value), c.by.span);
}

// --- case and classes of characters ---

template <CaseChange change>
Value* change_case(Call c) {
  return has_plain_case(c.text) ? made(c, changed_case(c.text, change)) : nullptr;
}

template <CaseChange change>
Value* has_case(Call c) {
  if (!is_ascii(c.text)) return nullptr;
  const bool has_letter = std::ranges::any_of(c.text, is_letter);
  return boolean(c, has_letter && changed_case(c.text, change) == c.text);
}

template <bool (*is)(int), bool of_empty = false>
Value* are_all(Call c) {
  if (!is_ascii(c.text)) return nullptr;
  return boolean(c, c.text.empty() ? of_empty : std::ranges::all_of(c.text, is));
}

Value* are_ascii(Call c) {
  return boolean(c, is_ascii(c.text));
}

Value* is_name(Call c) {
  return is_ascii(c.text) ? boolean(c, is_identifier(c.text)) : nullptr;
}

// --- cutting ---

template <bool left, bool right>
Value* strip(Call c) {
  const View characters = text_at(c, 0);
  c.by.step(c.text.size() / 64 * (1 + characters.size() / 8));
  const auto drop = [&](View character) {
    return c.given[0] ? characters.find(character) != View::npos : is_space(character);
  };
  View text = c.text;
  if (left) text.remove_prefix(run_of(text, false, drop));
  if (right) text.remove_suffix(run_of(text, true, drop));
  return part(c, text);
}

View separator(Call c) {
  if (text_at(c, 0).empty()) c.by.raise("ValueError", "empty separator");
  return text_at(c, 0);
}

template <bool from_right>
Value* split(Call c) {
  const std::int64_t most = number_at(c, 1, -1);
  std::vector<View> out = c.given[0] ? split_at(c.text, separator(c), most, from_right)
                                     : split_at_spaces(c.text, most, from_right);
  if (from_right) std::ranges::reverse(out);
  return parts(c, out);
}

template <bool last>
Value* partition(Call c) {
  const View mark = separator(c);
  const std::size_t at = last ? c.text.rfind(mark) : c.text.find(mark);
  std::array<View, 3> out{last ? View() : c.text, View(), last ? c.text : View()};
  if (at != View::npos) out = {c.text.substr(0, at), mark, c.text.substr(at + mark.size())};
  return parts(c, out, Value::Kind::kTuple);
}

Value* split_lines(Call c) {
  if (c.given[0] && !truth_of(*c.given[0])) return nullptr;
  const bool keeps_ends = c.given[0] && *truth_of(*c.given[0]);
  std::vector<View> out;
  for (View rest = c.text; !rest.empty();) {
    const std::size_t end =
        run_of(rest, false, [](View character) { return !ends_line(character); });
    const std::size_t mark =
        rest.substr(end).starts_with("\r\n") ? 2 : character_length(rest.substr(end));
    out.push_back(rest.substr(0, keeps_ends ? end + mark : end));
    rest.remove_prefix(end + mark);
  }
  return parts(c, out);
}

Value* without_prefix(Call c) {
  const bool has = c.text.starts_with(text_at(c, 0));
  return part(c, c.text.substr(has ? text_at(c, 0).size() : 0));
}

Value* without_suffix(Call c) {
  const bool has = c.text.ends_with(text_at(c, 0));
  return part(c, c.text.substr(0, c.text.size() - (has ? text_at(c, 0).size() : 0)));
}

// --- searching ---

// The text between the places that arguments 1 and 2 name.
struct Range {
  View text;
  std::size_t from = 0;  // in characters
  bool is_range = true;  // false if it ends before it begins, so that not even '' is in it
};

Range range_of(Call c) {
  if (!c.given[1] && !c.given[2]) return {c.text};
  const auto size = static_cast<std::int64_t>(count_characters(c.text));
  const auto place = [&](std::size_t i, std::int64_t otherwise) {
    const std::int64_t at = number_at(c, i, otherwise);
    return at < 0 ? std::max<std::int64_t>(0, at + size) : at;
  };
  const std::int64_t from = place(1, 0);
  const std::int64_t to = std::min(place(2, size), size);
  if (from > to) return {{}, 0, false};
  const auto byte = [&](std::int64_t characters) {
    return run_of(c.text, false, [&](View) { return characters-- > 0; });
  };
  return {c.text.substr(byte(from), byte(to) - byte(from)), static_cast<std::size_t>(from)};
}

template <bool last, bool must_be_there>
Value* find(Call c) {
  const Range range = range_of(c);
  const std::size_t at = !range.is_range ? View::npos
                         : last          ? range.text.rfind(text_at(c, 0))
                                         : range.text.find(text_at(c, 0));
  if (at != View::npos) return number(c, range.from + count_characters(range.text.substr(0, at)));
  if (must_be_there) c.by.raise("ValueError", "substring not found");
  return c.by.pool.integer(-1, c.by.span);
}

Value* count(Call c) {
  const Range range = range_of(c);
  const View wanted = text_at(c, 0);
  if (!range.is_range) return number(c, 0);
  if (wanted.empty()) return number(c, count_characters(range.text) + 1);
  std::size_t found = 0;
  for (std::size_t at = range.text.find(wanted); at != View::npos; ++found)
    at = range.text.find(wanted, at + wanted.size());
  return number(c, found);
}

template <bool at_begin>
Value* has_end(Call c) {
  const Range range = range_of(c);
  std::vector<const Value*> ends{c.given[0]};
  if (ends[0]->kind == Value::Kind::kTuple)
    ends.assign(c.given[0]->items().begin(), c.given[0]->items().end());
  bool has = false;
  for (const Value* end : ends) {
    c.by.step(1);
    if (end->kind == Value::Kind::kUnknown || end->kind == Value::Kind::kObject) return nullptr;
    if (end->kind != Value::Kind::kString)
      c.by.raise("TypeError", "startswith() and endswith() take a str or a tuple of str");
    has = has || (range.is_range && (at_begin ? range.text.starts_with(end->text())
                                              : range.text.ends_with(end->text())));
  }
  return boolean(c, has);
}

// --- filling ---

// Fills the text to the width of argument 0.
Value* fill(Call c, View with, char align, std::size_t sign = 0) {
  const std::int64_t width = number_at(c, 0, 0);
  if (width > 0) c.by.check_text(static_cast<std::size_t>(width));
  return made(c, padded(c.text, width, with, align, sign));
}

template <char align>
Value* justify(Call c) {
  const View with = text_at(c, 1, " ");
  if (count_characters(with) != 1) {
    c.by.raise("TypeError", "The fill character must be exactly one character long");
  }
  if (align != '^') return fill(c, with, align);
  // An odd place is on the left if the width is odd (CPython's stringlib/transmogrify.h).
  const auto length = static_cast<std::int64_t>(count_characters(c.text));
  const std::int64_t width = number_at(c, 0, 0);
  const std::int64_t missing = std::max<std::int64_t>(0, width - length);
  if (missing > 0) c.by.check_text(static_cast<std::size_t>(width));
  const std::int64_t left = missing / 2 + (missing & width & 1);
  return fill({c.by, padded(c.text, length + left, with, '>'), c.given}, with, '<');
}

Value* fill_zeros(Call c) {
  return fill(c, "0", '=', c.text.starts_with('-') || c.text.starts_with('+') ? 1 : 0);
}

Value* expand_tabs(Call c) {
  const std::int64_t size = number_at(c, 0, 8);
  std::string out;
  std::int64_t column = 0;
  for (const char letter : c.text) {
    const std::int64_t missing = letter == '\t' && size > 0 ? size - column % size : 0;
    c.by.check_text(out.size() + static_cast<std::size_t>(missing));
    out.append(static_cast<std::size_t>(missing), ' ');
    if (letter != '\t') out += letter;
    column += letter == '\t' ? missing : (letter & 0xc0) != 0x80;
    if (letter == '\n' || letter == '\r') column = 0;
  }
  return made(c, out);
}

// --- putting together ---

Value* join(Call c) {
  std::string out;
  const auto items = c.given[0]->items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Value::Kind kind = items[i]->kind;
    if (kind == Value::Kind::kUnknown || kind == Value::Kind::kObject) return nullptr;
    if (kind != Value::Kind::kString)
      c.by.raise("TypeError", fmt::format("sequence item {}: expected str instance", i));
    if (i != 0) out += c.text;
    c.by.check_text((out += items[i]->text()).size());
  }
  return made(c, out);
}

Value* replace(Call c) {
  const View old = text_at(c, 0), with = text_at(c, 1);
  std::int64_t left = number_at(c, 2, -1);
  std::string out;
  View rest = c.text;
  for (; left != 0; --left) {
    const std::size_t at = rest.find(old);
    if (at == View::npos) break;
    (out += rest.substr(0, at)) += with;
    rest.remove_prefix(at + old.size());
    if (old.empty()) {  // it is before each character, and at the end
      if (rest.empty()) break;
      out += first_character(rest);
      rest.remove_prefix(first_character(rest).size());
    }
    c.by.check_text(out.size());
  }
  return made(c, out.append(rest));
}

Value* encode(Call c) {
  const View encoding = text_at(c, 0, "utf-8");
  const bool is_utf8 = encoding == "utf-8" || encoding == "utf8" || encoding == "UTF-8";
  if ((!is_utf8 && encoding != "ascii") || text_at(c, 1, "strict") != "strict") return nullptr;
  if (is_utf8 ? first_invalid_utf8(c.text).has_value() : !is_ascii(c.text))
    c.by.raise("UnicodeEncodeError", "a character that the encoding does not have");
  Value* out = part(c, c.text);
  out->kind = Value::Kind::kBytes;
  return out;
}

constexpr TextMethod kMethods[kTextMethods] = {
    {"capitalize", change_case<capital_case>},
    {"casefold", change_case<lower_case>},
    {"center", justify<'^'>, "nt", 1},
    {"count", count, "tNN", 1},
    {"encode", encode, "tt", 0, {"encoding", "errors"}},
    {"endswith", has_end<false>, "aNN", 1},
    {"expandtabs", expand_tabs, "n", 0, {"tabsize"}},
    {"find", find<false, false>, "tNN", 1},
    {"index", find<false, true>, "tNN", 1},
    {"isalnum", are_all<is_letter_or_digit>},
    {"isalpha", are_all<is_letter>},
    {"isascii", are_ascii},
    {"isdecimal", are_all<is_digit>},
    {"isdigit", are_all<is_digit>},
    {"isidentifier", is_name},
    {"islower", has_case<lower_case>},
    {"isnumeric", are_all<is_digit>},
    {"isprintable", are_all<is_printable, true>},
    {"isspace", are_all<is_ascii_space>},
    {"istitle", has_case<title_case>},
    {"isupper", has_case<upper_case>},
    {"join", join, "i", 1},
    {"ljust", justify<'<'>, "nt", 1},
    {"lower", change_case<lower_case>},
    {"lstrip", strip<true, false>, "T"},
    {"partition", partition<false>, "t", 1},
    {"removeprefix", without_prefix, "t", 1},
    {"removesuffix", without_suffix, "t", 1},
    {"replace", replace, "ttn", 2},
    {"rfind", find<true, false>, "tNN", 1},
    {"rindex", find<true, true>, "tNN", 1},
    {"rjust", justify<'>'>, "nt", 1},
    {"rpartition", partition<true>, "t", 1},
    {"rsplit", split<true>, "Tn", 0, {"sep", "maxsplit"}},
    {"rstrip", strip<false, true>, "T"},
    {"split", split<false>, "Tn", 0, {"sep", "maxsplit"}},
    {"splitlines", split_lines, "a", 0, {"keepends"}},
    {"startswith", has_end<true>, "aNN", 1},
    {"strip", strip<true, true>, "T"},
    {"swapcase", change_case<swapped_case>},
    {"title", change_case<title_case>},
    {"upper", change_case<upper_case>},
    {"zfill", fill_zeros, "n", 1},
};

// Whether a value may be the argument of a parameter of that kind; nullopt if it is not known.
std::optional<bool> fits(const Value& value, char kind) {
  if (value.kind == Value::Kind::kUnknown || value.kind == Value::Kind::kObject || value.big)
    return std::nullopt;
  switch (kind) {
    case 't':
      return value.kind == Value::Kind::kString;
    case 'n':
      return value.kind == Value::Kind::kInt || value.kind == Value::Kind::kBool;
    case 'i':
      return value.is_sequence();
    default:
      return true;
  }
}

}  // namespace

std::span<const TextMethod, kTextMethods> text_methods() {
  return kMethods;
}

Value* call_text_method(const TextMethod& method, View text,
                        std::span<const Value* const> arguments, TextCaller& caller) {
  std::array<const Value*, kMostTextParameters> given{};
  for (std::size_t i = 0; i < method.kinds.size(); ++i) {
    const char kind = static_cast<char>(lower_case(method.kinds[i], 0));
    const bool may_be_none = kind != method.kinds[i];
    if (!arguments[i] || (may_be_none && arguments[i]->kind == Value::Kind::kNone)) continue;
    const auto is_right = fits(*arguments[i], kind);
    if (!is_right) return nullptr;
    if (!*is_right) {
      caller.raise("TypeError",
                   fmt::format("{}() argument {} has the wrong type", method.name, i + 1));
    }
    given[i] = arguments[i];
  }
  caller.step(text.size() / 16);
  return method.call({caller, text, given});
}

}  // namespace mmlint
