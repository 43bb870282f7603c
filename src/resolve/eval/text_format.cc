#include "resolve/eval/text_format.h"

#include <fmt/format.h>

#include "resolve/eval/numbers.h"

namespace mmlint::resolve {
namespace {

constexpr int kMaxDepth = 400;

// "[a, b]" of items; false where one has no known form.
bool append_items(std::string& out, const std::vector<Value*>& items, int depth) {
  bool first = true;
  for (const Value* item : items) {
    const auto text = repr(*item, depth + 1);
    if (!text) return false;
    if (!first) out += ", ";
    first = false;
    out += *text;
  }
  return true;
}

std::optional<std::string> repr_dict(const Value& value, int depth) {
  std::string out = "{";
  for (const Entry& entry : value.dict.entries()) {
    const auto key = repr(*entry.key, depth + 1);
    const auto item = repr(*entry.value, depth + 1);
    if (!key || !item) return std::nullopt;
    if (out.size() > 1) out += ", ";
    out += *key + ": " + *item;
  }
  return out + "}";
}

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

std::optional<std::string> repr(const Value& value, int depth) {
  if (depth > kMaxDepth) return std::nullopt;
  std::string out;
  switch (value.kind) {
    case Kind::kNone:
      return "None";
    case Kind::kBool:
      return value.boolean ? "True" : "False";
    case Kind::kInt:
      return value.big ? std::string(value.text) : fmt::to_string(value.integer);
    case Kind::kFloat:
      return repr_float(value.floating);
    case Kind::kString:
      return quote(value.text);
    case Kind::kList:
      out = "[";
      if (value.view || !append_items(out, value.items, depth)) return std::nullopt;
      return out + "]";
    case Kind::kTuple:
      out = "(";
      if (!append_items(out, value.items, depth)) return std::nullopt;
      return out + (value.items.size() == 1 ? ",)" : ")");
    case Kind::kSet:
      if (value.items.empty()) return "set()";
      out = "{";
      // The order of a set of strings differs from run to run.
      if (value.items.size() > 1 || !append_items(out, value.items, depth)) return std::nullopt;
      return out + "}";
    case Kind::kDict:
      return repr_dict(value, depth);
    default:
      return std::nullopt;
  }
}

std::optional<std::string> str(Evaluator&, const Value& value) {
  if (value.kind == Kind::kString) return std::string(value.text);
  if (value.kind == Kind::kReference) {
    const auto* lazy = dynamic_cast<const LazyObject*>(value.object);
    return lazy ? std::optional(lazy->name) : std::nullopt;
  }
  return repr(value);
}

std::optional<std::string> format_value(Evaluator& e, const Value& value, std::string_view spec) {
  if (spec.empty()) return str(e, value);
  // fmt's mini-language is Python's but for these.
  if (spec.find_first_of(",_%nN{}zLs") != std::string_view::npos && spec != "s")
    return std::nullopt;
  try {
    const std::string pattern = fmt::format("{{:{}}}", spec);
    switch (value.kind) {
      case Kind::kString:
        return fmt::format(fmt::runtime(pattern), value.text);
      case Kind::kInt:
        if (value.big) return std::nullopt;
        if (std::string_view("eEfFgG").find(spec.back()) != std::string_view::npos) {
          return fmt::format(fmt::runtime(pattern), static_cast<double>(value.integer));
        }
        return fmt::format(fmt::runtime(pattern), value.integer);
      case Kind::kFloat:
        if (std::string_view("eEfFgG").find(spec.back()) == std::string_view::npos) {
          return std::nullopt;
        }
        return fmt::format(fmt::runtime(pattern), value.floating);
      default:
        return std::nullopt;
    }
  } catch (const fmt::format_error&) {
    return std::nullopt;
  }
}

}  // namespace mmlint::resolve
