#include <algorithm>

#include "base/text.h"
#include "python/eval/evaluator.h"
#include "python/library/string_parts.h"
#include "value/scalar_text.h"

// str.translate and str.maketrans; str to bytes and back.
namespace mmlint::python::strings {
namespace {

using View = std::string_view;

// What a table says of a character: a text, None, or the code point of another.
bool replace(Evaluator& e, std::string& out, View character, const Value* with, Span span) {
  if (!with) {
    out += character;
  } else if (with->kind == Value::Kind::kString) {
    out += with->text();
  } else if (is_small_int(with)) {
    const std::int64_t code = int_of(*with);
    if (code < 0 || code > 0x10ffff) {
      e.raise("ValueError", "character mapping must be in range(0x110000)", span);
    }
    if (code >= 0xd800 && code < 0xe000) return false;
    append_utf8(out, static_cast<char32_t>(code));
  } else if (with->kind == Value::Kind::kUnknown || with->kind == Value::Kind::kObject ||
             with->big) {
    return false;
  } else if (with->kind != Value::Kind::kNone) {
    e.raise("TypeError", "character mapping must return integer, None or str", span);
  }
  return true;
}

Value* character_key(Evaluator& e, View character, Span span) {
  return e.pool().integer(static_cast<std::int64_t>(code_point(character)), span);
}

template <class Visit>
void for_each_character(View text, Visit visit) {
  while (!text.empty()) {
    const View character = text.substr(0, character_length(text));
    visit(character);
    text.remove_prefix(character.size());
  }
}

void put(Evaluator& e, Value& table, Value* key, Value* value, Span span) {
  e.step();
  table.edit_dict().set(key, value, e.pool().origin({.value = span, .set = value}));
}

Value* table_of_dict(Evaluator& e, Value& from, A a) {
  if (from.kind == Value::Kind::kUnknown || from.kind == Value::Kind::kObject) {
    return not_computed(e, a, "maketrans() of an unknown dict");
  }
  if (from.kind != Value::Kind::kDict) {
    e.raise("TypeError", "if you give only one argument to maketrans it must be a dict", a.span);
  }
  Value* table = e.pool().make(Value::Kind::kDict, a.span);
  for (std::size_t i = 0; i < from.dict().size(); ++i) {
    Value* key = from.dict().entries()[i].key;
    if (key->kind == Value::Kind::kString) {
      if (key->text().empty() || character_length(key->text()) != key->text().size()) {
        e.raise("ValueError", "string keys in translate table must be of length 1", a.span);
      }
      key = character_key(e, key->text(), a.span);
    } else if (key->kind != Value::Kind::kInt && key->kind != Value::Kind::kBool) {
      e.raise("TypeError", "keys in translate table must be strings or integers", a.span);
    }
    put(e, *table, key, e.live_entry(from, i), a.span);
  }
  return table;
}

bool has_strict_errors(const Value* errors) {
  return !errors || errors->is_string("strict");
}

enum class Encoding : std::uint8_t { kUtf8, kAscii, kOther };

Encoding encoding_of(const Value* name) {
  if (!name || name->is_string("utf-8") || name->is_string("utf8") || name->is_string("UTF-8")) {
    return Encoding::kUtf8;
  }
  return name->is_string("ascii") ? Encoding::kAscii : Encoding::kOther;
}

bool is_encoded(View text, Encoding encoding) {
  if (encoding == Encoding::kUtf8) return !first_invalid_utf8(text);
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

// The same bytes as another kind of value.
Value* recoded(Evaluator& e, Value* self, A a, Value::Kind kind, std::string exception) {
  const auto given = bound(e, a, {"encode", {"encoding", "errors"}, 0, 2, 0});
  const Encoding encoding = encoding_of(given[0]);
  if (encoding == Encoding::kOther || !has_strict_errors(given[1])) {
    return not_computed(e, a, "an encoding that is not computed");
  }
  e.step(self->text().size() / 64);
  if (!is_encoded(self->text(), encoding)) {
    e.raise(std::move(exception), "a character that the encoding does not have", a.span);
  }
  Value* out = e.pool().string(self->text(), a.span);
  out->kind = kind;
  return out;
}

}  // namespace

Value* translate(Evaluator& e, Value* self, A a) {
  const Value& table = *bound(e, a, {"translate", {"table"}, 1, 1, 1})[0];
  if (table.kind != Value::Kind::kDict) return not_computed(e, a, "translate() with this table");
  std::string out;
  bool known = true;
  for_each_character(self->text(), [&](View character) {
    e.step();
    const Entry* entry = table.dict().find(*character_key(e, character, a.span));
    known = replace(e, out, character, entry ? entry->value : nullptr, a.span) && known;
    e.check_text(out.size(), a.span);
  });
  return known ? e.new_text(out, a.span) : not_computed(e, a, "translate() with an unknown table");
}

Value* maketrans(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"maketrans", {"x", "y", "z"}, 1, 3, 3});
  if (!given[1]) return table_of_dict(e, *given[0], a);
  for (Value* value : {given[0], given[1], given[2]}) {
    if (value && !text_argument(e, value, "maketrans", a.span)) {
      return not_computed(e, a, "maketrans() of unknown texts");
    }
  }
  if (count_characters(given[0]->text()) != count_characters(given[1]->text())) {
    e.raise("ValueError", "the first two maketrans arguments must have equal length", a.span);
  }
  Value* table = e.pool().make(Value::Kind::kDict, a.span);
  View to = given[1]->text();
  for_each_character(given[0]->text(), [&](View character) {
    const View other = to.substr(0, character_length(to));
    to.remove_prefix(other.size());
    put(e, *table, character_key(e, character, a.span), character_key(e, other, a.span), a.span);
  });
  for_each_character(given[2] ? given[2]->text() : View(), [&](View character) {
    put(e, *table, character_key(e, character, a.span), e.pool().none(a.span), a.span);
  });
  return table;
}

Value* encode(Evaluator& e, Value* self, A a) {
  return recoded(e, self, a, Value::Kind::kBytes, "UnicodeEncodeError");
}

}  // namespace mmlint::python::strings

namespace mmlint::python {
namespace {

Value* decode(Evaluator& e, Value* self, const Arguments& a) {
  return strings::recoded(e, self, a, Value::Kind::kString, "UnicodeDecodeError");
}

}  // namespace

Value* bytes_attribute(Evaluator& e, Value& self, std::string_view name, Span span) {
  if (name == "decode") return native_value(e, name, decode, &self, false, span);
  return e.unknown("an attribute of bytes", span);
}

}  // namespace mmlint::python
