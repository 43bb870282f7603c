
#include "python/eval/calls.h"
#include "python/eval/natives.h"
#include "python/eval/text_format.h"
#include "value/scalar_text.h"

// As CPython's Objects/stringlib/unicode_format.h.
namespace mmlint::python {
namespace {

using A = const Arguments&;
using View = std::string_view;

class Formatter {
 public:
  // `mapping` is what format_map() takes, else null.
  Formatter(Evaluator& e, A a, Value* mapping) : e_(e), a_(a), mapping_(mapping) {}

  // Returns nullopt if something is not known.
  std::optional<std::string> run(View text, int depth = 2) {
    if (depth == 0) fail("Max string recursion exceeded");
    std::string out;
    bool known = true;
    while (!text.empty()) {
      const std::size_t plain = std::min(text.find_first_of("{}"), text.size());
      out += text.substr(0, plain);
      text.remove_prefix(plain);
      if (text.starts_with("{{") || text.starts_with("}}")) {
        out += text[0];
        text.remove_prefix(2);
        continue;
      }
      if (text.starts_with('}')) fail("Single '}' encountered in format string");
      const auto piece = text.empty() ? std::optional(std::string()) : field(text, depth);
      known = known && piece;
      if (piece) out += *piece;
      e_.check_text(out.size(), a_.span);
    }
    return known ? std::optional(out) : std::nullopt;
  }

 private:
  [[noreturn]] void fail(View detail) { e_.raise("ValueError", std::string(detail), a_.span); }

  static View take(View& text, std::size_t size) {
    const View out = text.substr(0, size);
    text.remove_prefix(out.size());
    return out;
  }

  // Takes {name!conversion:spec} off the text.
  std::optional<std::string> field(View& text, int depth) {
    take(text, 1);
    std::size_t end = 0;
    for (bool in_item = false; end < text.size(); ++end) {
      if (!in_item && View(":!}").find(text[end]) != View::npos) break;
      in_item = text[end] == '[' || (in_item && text[end] != ']');
    }
    const View name = take(text, end);
    if (name.find('{') != View::npos) fail("unexpected '{' in field name");
    char conversion = 0;
    if (text.starts_with('!')) {
      if (text.size() < 3 || View(":}").find(text[2]) == View::npos)
        fail("expected ':' after conversion specifier");
      conversion = take(text, 2)[1];
    }
    std::optional<std::string> spec = "";
    if (text.starts_with(':')) {
      take(text, 1);
      end = 0;
      for (int open = 0; end < text.size() && (open > 0 || text[end] != '}'); ++end)
        open += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
      spec = take(text, end);
    }
    if (take(text, 1).empty()) fail("expected '}' before end of string");
    Value* value = named(name);
    if (spec->find('{') != spec->npos) spec = run(*spec, depth - 1);
    if (!value || !spec) return std::nullopt;
    return format_value(e_, *value, conversion, *spec, a_.span);
  }

  // The value of "", "0", "name", each with .attributes and [items]; null if it is not known.
  Value* named(View name) {
    Value* value = first(take(name, name.find_first_of(".[")));
    while (value && !name.empty()) {
      if (value->kind == Value::Kind::kUnknown) return nullptr;
      const char mark = take(name, 1)[0];
      if (mark != '.' && mark != '[')
        fail("Only '.' or '[' may follow ']' in format field specifier");
      const View key = take(name, mark == '.' ? name.find_first_of(".[") : name.find(']'));
      if (key.empty()) fail("Empty attribute in format string");
      if (mark == '.') {
        value = e_.attribute(*value, key, a_.span);
        continue;
      }
      if (take(name, 1).empty()) fail("Missing ']' in format string");
      const bool is_number = key.find_first_not_of("0123456789") == View::npos && key.size() < 18;
      Value* item = is_number ? parse_int(e_.pool(), key, a_.span) : e_.pool().string(key, a_.span);
      value = item ? e_.item(*value, *item, a_.span) : nullptr;
    }
    return value;
  }

  Value* first(View name) {
    const bool is_number = name.find_first_not_of("0123456789") == View::npos;
    if (mapping_) {
      if (name.empty()) fail("Format string contains positional fields");
      return e_.item(*mapping_, *e_.pool().string(name, a_.span), a_.span);
    }
    if (!is_number) {
      if (Value* value = keyword(a_, name)) return value;
      e_.raise("KeyError", std::string(name), a_.span);
    }
    (name.empty() ? automatic_ : manual_) = true;
    if (automatic_ && manual_) fail("cannot switch between manual and automatic field numbering");
    std::size_t i = name.empty() ? next_++ : 0;
    for (const char c : name)
      i = std::min<std::size_t>(i * 10 + static_cast<std::size_t>(c - '0'), 1u << 30);
    if (i < a_.positional.size()) return a_.positional[i];
    e_.raise("IndexError", "Replacement index out of range for positional args tuple", a_.span);
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

}  // namespace mmlint::python
