#include "resolve/eval/text_format.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "resolve/eval/format_spec.h"
#include "resolve/eval/iterator.h"
#include "resolve/eval/numbers.h"

namespace mmlint::resolve {
std::string escaped_beyond_ascii(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, character_length(text));
    const char32_t c = code_point(one);
    if (c < 0x80)
      out += one;
    else if (c < 0x100)
      out += fmt::format("\\x{:02x}", static_cast<std::uint32_t>(c));
    else if (c < 0x10000)
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
    else
      out += fmt::format("\\U{:08x}", static_cast<std::uint32_t>(c));
    text.remove_prefix(one.size());
  }
  return out;
}

namespace {

// True for text that is certainly printable by Python's str.isprintable, or ASCII.
bool all_printable(std::string_view text) {
  struct Range {
    char32_t from, to;
  };
  constexpr Range kPrintable[] = {
      {0x00a1, 0x00ac}, {0x00ae, 0x0377},  {0x0391, 0x03a1}, {0x03a3, 0x052f}, {0x2010, 0x2027},
      {0x2030, 0x205e}, {0x20a0, 0x20bf},  {0x2190, 0x23ff}, {0x2460, 0x2b73}, {0x3001, 0x303f},
      {0x3041, 0x3096}, {0x3099, 0x30ff},  {0x3400, 0x4dbf}, {0x4e00, 0x9ffc}, {0xac00, 0xd7a3},
      {0xff01, 0xffbe}, {0x1f300, 0x1f64f}};
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length > 1 || (text[0] & 0x80) != 0) {
      const char32_t c = code_point(text.substr(0, length));
      const bool found = std::any_of(std::begin(kPrintable), std::end(kPrintable),
                                     [c](Range r) { return r.from <= c && c <= r.to; });
      if (!found) return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

std::optional<std::string> scalar_text(const Value& value) {
  switch (value.kind) {
    case Kind::kNone:
      return "None";
    case Kind::kBool:
      return value.boolean ? "True" : "False";
    case Kind::kInt:
      return value.big ? std::string(value.text) : fmt::to_string(value.integer);
    case Kind::kFloat:
      return repr_float(value.floating);
    default:
      return std::nullopt;
  }
}

namespace {

// b'...', with everything but printable ASCII escaped.
std::string quote_bytes(std::string_view bytes) {
  const bool has_single = bytes.find('\'') != std::string_view::npos;
  const char mark = has_single && bytes.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out = "b";
  out += mark;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == mark || c == '\\')
      (out += '\\') += c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\t')
      out += "\\t";
    else if (byte < 0x20 || byte >= 0x7f)
      out += fmt::format("\\x{:02x}", byte);
    else
      out += c;
  }
  return out + mark;
}

constexpr int kMaxDepth = 400;

// Writes values as repr() does.
class Writer {
 public:
  explicit Writer(Evaluator* e) : e_(e) {}

  // False where a part is unknown or has no known form.
  bool write(const Value& value, int depth = 0) {
    if (depth > kMaxDepth) return false;
    if (e_) {
      e_->step();
      e_->check_text(out.size(), value.span);
    }
    switch (value.kind) {
      case Kind::kString: {
        if (e_) e_->step(value.text.size() / 32);
        if (!all_printable(value.text)) return false;
        out += quote(value.text);
        return true;
      }
      case Kind::kBytes:
        out += quote_bytes(value.text);
        return true;
      case Kind::kList:
        return items("[", value.items, "]", depth);
      case Kind::kTuple:
        return items("(", value.items, value.items.size() == 1 ? ",)" : ")", depth);
      case Kind::kSet:
        // The order of a set of strings differs from run to run.
        if (value.items.size() > 1) return false;
        if (value.items.empty()) return (out += value.fixed ? "frozenset()" : "set()", true);
        return items(value.fixed ? "frozenset({" : "{", value.items, value.fixed ? "})" : "}",
                     depth);
      case Kind::kDict:
        return dict(value, depth);
      case Kind::kObject:
        return object(value, depth);
      case Kind::kReference:
        return reference(value);
      default:
        break;
    }
    const auto scalar = scalar_text(value);
    if (scalar) out += *scalar;
    return scalar.has_value();
  }

  // LazyObject.__repr__ and LazyAttr.__repr__ are their __str__.
  bool reference(const Value& value) {
    const auto* lazy = dynamic_cast<const LazyObject*>(value.object);
    if (lazy) out += lazy->name;
    return lazy != nullptr;
  }

  std::string out;

 private:
  bool items(std::string_view open, const std::vector<Value*>& items, std::string_view close,
             int depth) {
    out += open;
    bool first = true;
    for (const Value* item : items) {
      if (!first) out += ", ";
      first = false;
      if (!write(*item, depth + 1)) return false;
    }
    out += close;
    return true;
  }

  bool dict(const Value& value, int depth) {
    out += "{";
    bool first = true;
    for (const Entry& entry : value.dict.entries()) {
      if (!first) out += ", ";
      first = false;
      if (!write(*entry.key, depth + 1)) return false;
      out += ": ";
      if (!write(*entry.value, depth + 1)) return false;
    }
    out += "}";
    return true;
  }

  bool object(const Value& value, int depth) {
    if (value.text == "ellipsis Ellipsis") return (out += "Ellipsis", true);
    if (const auto* range = dynamic_cast<const RangeObject*>(value.object)) {
      out += fmt::format("range({}, {}", range->start, range->stop);
      out += range->step == 1 ? ")" : fmt::format(", {})", range->step);
      return true;
    }
    if (const auto* type = dynamic_cast<const NativeObject*>(value.object)) {
      if (type->is_type) out += fmt::format("<class '{}'>", type->name);
      return type->is_type;
    }
    const auto* view = dynamic_cast<const DictView*>(value.object);
    if (!view || view->dict->kind != Kind::kDict) return false;
    out += value.text;
    out += "([";
    bool first = true;
    for (const Entry& entry : view->dict->dict.entries()) {
      if (!first) out += ", ";
      first = false;
      const bool both = view->of == DictView::Of::kItems;
      if (both) out += "(";
      if (view->of != DictView::Of::kValues && !write(*entry.key, depth + 1)) return false;
      if (both) out += ", ";
      if (view->of != DictView::Of::kKeys && !write(*entry.value, depth + 1)) return false;
      if (both) out += ")";
    }
    out += "])";
    return true;
  }

  Evaluator* e_;  // counts the work; may be null
};

}  // namespace

std::string quote(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  const char mark = has_single && !has_double ? '"' : '\'';
  std::string out(1, mark);
  for (const char c : text) {
    if (c == mark || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + mark;
}

std::optional<std::string> repr(Evaluator& e, const Value& value) {
  Writer writer(&e);
  if (!writer.write(value)) return std::nullopt;
  return std::move(writer.out);
}

std::optional<std::string> repr(const Value& value) {
  Writer writer(nullptr);
  if (!writer.write(value)) return std::nullopt;
  return std::move(writer.out);
}

std::optional<std::string> str(Evaluator& e, const Value& value) {
  if (value.kind == Kind::kString) {
    e.step(value.text.size() / 64);
    return std::string(value.text);
  }
  return repr(e, value);
}

std::optional<std::string> format_value(Evaluator& e, const Value& value, std::string_view text,
                                        Span span) {
  if (text.empty()) return str(e, value);
  const auto spec = parse_format_spec(text);
  switch (value.kind) {
    case Kind::kString:
    case Kind::kInt:
    case Kind::kBool:
    case Kind::kFloat:
      break;
    case Kind::kUnknown:
    case Kind::kObject:
    case Kind::kReference:
      return std::nullopt;
    default:
      e.raise("TypeError",
              fmt::format("unsupported format string passed to {}.__format__", type_name(value)),
              span);
  }
  if (value.big) return std::nullopt;
  if (!spec) e.raise("ValueError", fmt::format("Invalid format specifier '{}'", text), span);
  if (value.kind == Kind::kString) return format_string(e, value.text, *spec, span);
  if (value.kind == Kind::kFloat) return format_float(e, value.floating, *spec, span);
  return format_int(e, int_of(value), *spec, span);
}

}  // namespace mmlint::resolve
