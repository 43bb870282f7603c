#include "value/value_json.h"

#include "base/text.h"
#include "value/repr.h"
#include "value/scalar_text.h"

namespace mmlint {
namespace {

constexpr int kMaxDepth = 400;

// The containers around a value that is printed.
struct Way {
  const Value* value;
  const Way* above;  // null for the outermost
  int depth = above ? above->depth + 1 : 0;
  bool has(const Value& other) const { return value == &other || (above && above->has(other)); }
};

void print(std::string& out, const Value& value, const Way* way);

void print_items(std::string& out, std::span<Value* const> items, const Way* way) {
  out += '[';
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) out += ", ";
    print(out, *items[i], way);
  }
  out += ']';
}

void print_tagged(std::string& out, const char* tag, std::string_view text) {
  out += fmt::format("{{\"{}\": {}}}", tag, to_json(text));
}

void print_dict(std::string& out, const Dict& dict, const Way* way) {
  const bool plain = std::ranges::all_of(
      dict.entries(), [](const Entry& e) { return e.key->kind == Value::Kind::kString; });
  out += plain ? "{" : "{\"__dict__\": [";
  bool first = true;
  for (const Entry& entry : dict.entries()) {
    if (!first) out += ", ";
    first = false;
    if (!plain) out += '[';
    print(out, *entry.key, way);
    out += plain ? ": " : ", ";
    print(out, *entry.value, way);
    if (!plain) out += ']';
  }
  out += plain ? "}" : "]}";
}

void print(std::string& out, const Value& value, const Way* way) {
  const Way own{&value, way};
  if (own.depth > kMaxDepth) return print_tagged(out, "__unknown__", "nested too deep");
  if (way && value.is_container() && way->has(value))
    return print_tagged(out, "__unknown__", "it contains itself");
  switch (value.kind) {
    case Value::Kind::kNone:
      out += "null";
      return;
    case Value::Kind::kBool:
      out += value.boolean ? "true" : "false";
      return;
    case Value::Kind::kInt:
      out += repr(value).value_or("null");
      return;
    case Value::Kind::kFloat:
      if (std::isfinite(value.floating))
        out += repr_float(value.floating);
      else
        print_tagged(out, "__float__", repr_float(value.floating));
      return;
    case Value::Kind::kString:
    case Value::Kind::kReference:
      out += to_json(value.text());
      return;
    case Value::Kind::kBytes: {
      std::string hex;
      for (const char c : value.text()) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
      return print_tagged(out, "__bytes__", hex);
    }
    case Value::Kind::kList:
    case Value::Kind::kTuple:
      return print_items(out, value.items(), &own);
    case Value::Kind::kSet: {
      std::vector<std::string> items;
      for (const Value* item : value.items()) {
        items.emplace_back();
        print(items.back(), *item, &own);
      }
      std::ranges::sort(items);
      out += fmt::format("{{\"__set__\": [{}]}}", fmt::join(items, ", "));
      return;
    }
    case Value::Kind::kDict:
      return print_dict(out, value.dict(), &own);
    case Value::Kind::kObject:
      return print_tagged(out, is_date(value) ? "__date__" : "__object__", value.text());
    case Value::Kind::kUnknown:
      return print_tagged(out, "__unknown__", value.text());
  }
}

// Where a short array of scalars or an empty container that begins here ends; 0 if it is none.
std::size_t end_of_flat(std::string_view json, std::size_t begin) {
  constexpr std::size_t kWidth = 80;
  if (json[begin] == '{') return json[begin + 1] == '}' ? begin + 2 : 0;
  for (std::size_t i = begin + 1; i < json.size() && i < begin + kWidth; ++i) {
    if (json[i] == ']') return i + 1;
    if (json[i] == '{' || json[i] == '[') return 0;
    if (json[i] != '"') continue;
    for (++i; json[i] != '"';) i += json[i] == '\\' ? 2 : 1;
  }
  return 0;
}

}  // namespace

std::string to_json(const Value& value) {
  std::string out;
  print(out, value, nullptr);
  return out;
}

std::string indented(std::string_view json) {
  std::string out;
  std::size_t depth = 0;
  const auto new_line = [&] { out.append("\n").append(depth * 2, ' '); };
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') {
      std::size_t end = i + 1;
      while (json[end] != '"') end += json[end] == '\\' ? 2 : 1;
      out += json.substr(i, end + 1 - i);
      i = end;
    } else if (c == '{' || c == '[') {
      if (const std::size_t end = end_of_flat(json, i); end != 0) {
        out += json.substr(i, end - i);
        i = end - 1;
        continue;
      }
      out += c;
      ++depth;
      new_line();
    } else if (c == '}' || c == ']') {
      --depth;
      new_line();
      out += c;
    } else if (c == ',') {
      out += c;
      new_line();
      ++i;  // the space behind it
    } else {
      out += c;
    }
  }
  return out;
}

std::string to_json(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const auto bad = first_invalid_utf8(text);
    for (const char c : text.substr(0, bad.value_or(text.size()))) {
      if (c == '"' || c == '\\')
        (out += '\\') += c;
      else if (c == '\n')
        out += "\\n";
      else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
        out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
      else
        out += c;
    }
    if (!bad) break;
    text.remove_prefix(*bad);
    // Python's strings may hold half of a surrogate pair, which is kept in three bytes.
    const bool surrogate = text.size() >= 3 && text[0] == '\xed' && (text[1] & 0xe0) == 0xa0;
    if (surrogate) {
      out += fmt::format("\\u{:04x}", 0xd000 | (text[1] & 0x3f) << 6 | (text[2] & 0x3f));
    } else {
      out += "\xef\xbf\xbd";
    }
    text.remove_prefix(surrogate ? 3 : 1);
  }
  return out + '"';
}

}  // namespace mmlint
