#include <algorithm>

#include <fmt/format.h>

#include "python/eval/evaluator.h"
#include "python/eval/text_format.h"
#include "python/library/string_parts.h"
#include "value/scalar_text.h"

// str.format, as CPython's Objects/stringlib/unicode_format.h.
namespace mmlint::python::strings {
namespace {

using View = std::string_view;

class Formatter {
 public:
  // With a mapping for format_map(), else null.
  Formatter(Evaluator& e, A a, Value* mapping) : e_(e), a_(a), mapping_(mapping) {}

  // nullopt if something is not known.
  std::optional<std::string> run(View text, int depth = 2) {
    if (depth == 0) e_.raise("ValueError", "Max string recursion exceeded", a_.span);
    std::string out;
    bool known = true;
    for (std::size_t i = 0; i < text.size();) {
      const char c = text[i];
      if (c != '{' && c != '}') {
        out += text[i++];
        continue;
      }
      if (i + 1 < text.size() && text[i + 1] == c) {
        out += c;
        i += 2;
        continue;
      }
      if (c == '}') e_.raise("ValueError", "Single '}' encountered in format string", a_.span);
      const std::size_t end = closing(text, i);
      const auto piece = field(text.substr(i + 1, end - i - 1), depth);
      known = known && piece;
      if (piece) out += *piece;
      e_.check_text(out.size(), a_.span);
      i = end + 1;
    }
    return known ? std::optional(out) : std::nullopt;
  }

 private:
  std::size_t closing(View text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
      if (text[i] == '[') {
        const std::size_t close = text.find(']', i);
        if (close != View::npos && in_name(text.substr(open + 1, i - open - 1))) i = close;
      } else if (text[i] == '{') {
        ++depth;
      } else if (text[i] == '}' && --depth == 0) {
        return i;
      }
    }
    e_.raise("ValueError", "expected '}' before end of string", a_.span);
  }

  static bool in_name(View before) { return before.find_first_of(":!{") == View::npos; }

  std::optional<std::string> field(View text, int depth) {
    std::size_t name_end = 0;
    while (name_end < text.size() && text[name_end] != ':' && text[name_end] != '!') {
      if (text[name_end] == '[') {
        const std::size_t close = text.find(']', name_end);
        if (close == View::npos) e_.raise("ValueError", "Missing ']' in format string", a_.span);
        name_end = close;
      }
      ++name_end;
    }
    const View name = text.substr(0, name_end);
    View rest = text.substr(name_end);
    char conversion = 0;
    if (rest.starts_with('!')) {
      if (rest.size() < 2 || (rest.size() > 2 && rest[2] != ':')) {
        e_.raise("ValueError", "expected ':' after conversion specifier", a_.span);
      }
      conversion = rest[1];
      rest.remove_prefix(2);
    }
    if (rest.starts_with(':')) rest.remove_prefix(1);
    Value* value = named(name);
    auto spec = rest.find_first_of("{}") == View::npos ? std::optional(std::string(rest))
                                                       : run(rest, depth - 1);
    if (!value || !spec) return std::nullopt;
    if (conversion == 0) return format_value(e_, *value, *spec, a_.span);
    if (conversion != 'r' && conversion != 's' && conversion != 'a') {
      e_.raise("ValueError", fmt::format("Unknown conversion specifier '{}'", conversion), a_.span);
    }
    auto converted = conversion == 's' ? str(e_, *value) : repr(e_, *value);
    if (!converted) return std::nullopt;
    if (conversion == 'a') converted = escaped_beyond_ascii(*converted);
    return format_value(e_, *e_.new_text(*converted, a_.span), *spec, a_.span);
  }

  // The value of "", "0", "name", each with .attributes and [items]; null if it is not known.
  Value* named(View name) {
    std::size_t end = std::min(name.find_first_of(".["), name.size());
    Value* value = first(name.substr(0, end));
    while (value && end < name.size()) {
      if (value->kind == Value::Kind::kUnknown) return nullptr;
      if (name[end] == '.') {
        const std::size_t next = std::min(name.find_first_of(".[", end + 1), name.size());
        value = e_.attribute(*value, name.substr(end + 1, next - end - 1), a_.span);
        end = next;
      } else if (name[end] == '[') {
        const std::size_t close = name.find(']', end);
        const View key = name.substr(end + 1, close - end - 1);
        if (key.empty()) e_.raise("ValueError", "Empty attribute in format string", a_.span);
        const bool number = key.find_first_not_of("0123456789") == View::npos && key.size() < 18;
        Value* item = number ? parse_int(e_.pool(), key, a_.span) : e_.pool().string(key, a_.span);
        value = item ? e_.item(*value, *item, a_.span) : nullptr;
        end = close + 1;
      } else {
        e_.raise("ValueError", "Only '.' or '[' may follow ']' in format field specifier", a_.span);
      }
    }
    return value;
  }

  Value* first(View name) {
    const bool number = name.find_first_not_of("0123456789") == View::npos;
    if (!number || mapping_) {
      if (number && name.empty()) {
        e_.raise("ValueError", "Format string contains positional fields", a_.span);
      }
      if (mapping_) return e_.item(*mapping_, *e_.pool().string(name, a_.span), a_.span);
      if (Value* value = keyword(a_, name)) return value;
      e_.raise("KeyError", std::string(name), a_.span);
    }
    std::size_t i = next_;
    if (name.empty()) {
      ++next_;
      automatic_ = true;
    } else {
      manual_ = true;
      i = 0;
      for (const char c : name)
        i = std::min<std::size_t>(i * 10 + static_cast<std::size_t>(c - '0'), 1u << 30);
    }
    if (automatic_ && manual_) {
      e_.raise("ValueError", "cannot switch between manual and automatic field numbering", a_.span);
    }
    if (i >= a_.positional.size()) {
      e_.raise("IndexError", "Replacement index out of range for positional args tuple", a_.span);
    }
    return a_.positional[i];
  }

  Evaluator& e_;
  A a_;
  Value* mapping_;
  std::size_t next_ = 0;
  bool automatic_ = false;
  bool manual_ = false;
};

Value* formatted(Evaluator& e, Value* self, A a, Value* mapping) {
  const auto text = Formatter(e, a, mapping).run(self->text());
  return text ? e.new_text(*text, a.span) : not_computed(e, a, "format() of an unknown value");
}

}  // namespace

Value* format(Evaluator& e, Value* self, A a) {
  return formatted(e, self, a, nullptr);
}

Value* format_map(Evaluator& e, Value* self, A a) {
  Value* mapping = bound(e, a, {"format_map", {"mapping"}, 1, 1, 1})[0];
  if (mapping->kind != Value::Kind::kDict) return not_computed(e, a, "format_map() of this");
  return formatted(e, self, a, mapping);
}

}  // namespace mmlint::python::strings
