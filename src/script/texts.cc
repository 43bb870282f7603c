#include "script/texts.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "value/pool.h"
#include "value/scalar_text.h"

namespace mmlint::script {
namespace {

constexpr std::size_t kLongest = 4096;  // bytes of a text that is made here
constexpr std::size_t kMostParts = 64;  // of a text that is split
constexpr std::string_view kSpace = " \t\n\r\f\v";

using Texts = std::vector<std::string_view>;

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 128; });
}

// The text of an argument; nullopt if it is none.
std::optional<std::string_view> text_of(const std::vector<const Value*>& arguments, std::size_t i) {
  const bool known =
      i < arguments.size() && arguments[i] && arguments[i]->kind == Value::Kind::kString;
  return known ? std::optional(arguments[i]->text()) : std::nullopt;
}

std::string_view stripped(std::string_view text, std::string_view set, bool left, bool right) {
  if (left) text.remove_prefix(std::min(text.find_first_not_of(set), text.size()));
  const std::size_t last = text.find_last_not_of(set);
  return right ? text.substr(0, last == text.npos ? 0 : last + 1) : text;
}

// split() without a separator.
Texts words_of(std::string_view text) {
  Texts out;
  for (text = stripped(text, kSpace, true, false); !text.empty();) {
    const std::size_t end = std::min(text.find_first_of(kSpace), text.size());
    out.push_back(text.substr(0, end));
    text = stripped(text.substr(end), kSpace, true, false);
  }
  return out;
}

Texts parts_of(std::string_view text, std::string_view separator, std::int64_t most) {
  Texts out;
  while (most < 0 || static_cast<std::int64_t>(out.size()) < most) {
    const std::size_t end = text.find(separator);
    if (end == text.npos) break;
    out.push_back(text.substr(0, end));
    text.remove_prefix(end + separator.size());
  }
  out.push_back(text);
  return out;
}

// rsplit() with a number of cuts.
Texts last_parts_of(std::string_view text, std::string_view separator, std::int64_t most) {
  Texts out;
  while (static_cast<std::int64_t>(out.size()) < most) {
    const std::size_t begin = text.rfind(separator);
    if (begin == text.npos) break;
    out.insert(out.begin(), text.substr(begin + separator.size()));
    text = text.substr(0, begin);
  }
  out.insert(out.begin(), text);
  return out;
}

std::optional<Texts> split(std::string_view text, bool from_right,
                           const std::vector<const Value*>& arguments) {
  if (arguments.empty()) return is_ascii(text) ? std::optional(words_of(text)) : std::nullopt;
  const auto separator = text_of(arguments, 0);
  std::int64_t most = -1;
  if (arguments.size() == 2) {
    if (!arguments[1] || arguments[1]->kind != Value::Kind::kInt || arguments[1]->big) return {};
    most = arguments[1]->integer;
  }
  if (!separator || separator->empty() || arguments.size() > 2) return std::nullopt;
  return from_right && most >= 0 ? last_parts_of(text, *separator, most)
                                 : parts_of(text, *separator, most);
}

std::optional<Texts> partition(std::string_view text, bool from_right,
                               const std::vector<const Value*>& arguments) {
  const auto separator = text_of(arguments, 0);
  if (!separator || separator->empty() || arguments.size() != 1) return std::nullopt;
  const std::size_t at = from_right ? text.rfind(*separator) : text.find(*separator);
  if (at == text.npos) return from_right ? Texts{"", "", text} : Texts{text, "", ""};
  return Texts{text.substr(0, at), *separator, text.substr(at + separator->size())};
}

// startswith() and endswith(), of a text or of a tuple of them.
std::optional<bool> has_end(std::string_view text, bool at_begin,
                            const std::vector<const Value*>& arguments) {
  if (arguments.size() != 1 || !arguments[0]) return std::nullopt;
  const auto has = [&](std::string_view end) {
    return at_begin ? text.starts_with(end) : text.ends_with(end);
  };
  if (arguments[0]->kind == Value::Kind::kString) return has(arguments[0]->text());
  if (arguments[0]->kind != Value::Kind::kTuple) return std::nullopt;
  bool out = false;
  for (const Value* each : arguments[0]->items()) {
    if (each->kind != Value::Kind::kString) return std::nullopt;
    out = out || has(each->text());
  }
  return out;
}

std::optional<std::string> joined(std::string_view separator, const Value* list) {
  if (!list || (list->kind != Value::Kind::kList && list->kind != Value::Kind::kTuple)) return {};
  std::string out;
  for (std::size_t i = 0; i < list->items().size(); ++i) {
    const Value& each = *list->items()[i];
    if (each.kind != Value::Kind::kString || out.size() > kLongest) return std::nullopt;
    if (i != 0) out += separator;
    out += each.text();
  }
  return out;
}

std::optional<std::string> replaced(std::string_view text, std::string_view old,
                                    std::string_view now) {
  if (old.empty()) return std::nullopt;
  std::string out;
  for (const std::string_view part : parts_of(text, old, -1)) {
    if (part.data() != text.data()) out += now;
    if ((out += part).size() > kLongest) return std::nullopt;
  }
  return out;
}

// The methods that make a text of a text.
std::optional<std::string> changed(std::string_view text, std::string_view method,
                                   const std::vector<const Value*>& arguments) {
  const std::size_t count = arguments.size();
  if (method == "lower" || method == "upper") {
    if (count != 0 || !is_ascii(text)) return std::nullopt;
    std::string out(text);
    for (char& c : out)
      c = static_cast<char>(method == "lower" ? std::tolower(static_cast<unsigned char>(c))
                                              : std::toupper(static_cast<unsigned char>(c)));
    return out;
  }
  if (method == "strip" || method == "lstrip" || method == "rstrip") {
    const auto set = count == 0 ? std::optional(kSpace) : text_of(arguments, 0);
    if (count > 1 || !set || !is_ascii(text) || !is_ascii(*set)) return std::nullopt;
    return std::string(stripped(text, *set, method != "rstrip", method != "lstrip"));
  }
  const auto first = text_of(arguments, 0), second = text_of(arguments, 1);
  if (method == "join" && count == 1) return joined(text, arguments[0]);
  if (method == "replace" && count == 2 && first && second) return replaced(text, *first, *second);
  if (method == "removeprefix" && count == 1 && first)
    return std::string(text.starts_with(*first) ? text.substr(first->size()) : text);
  if (method == "removesuffix" && count == 1 && first)
    return std::string(text.ends_with(*first) ? text.substr(0, text.size() - first->size()) : text);
  return std::nullopt;
}

}  // namespace

Value* call_text(std::string_view text, std::string_view method,
                 const std::vector<const Value*>& arguments, Span at, Pool& pool) {
  std::optional<Texts> parts;
  if (method == "split" || method == "rsplit") parts = split(text, method == "rsplit", arguments);
  if (method == "partition" || method == "rpartition")
    parts = partition(text, method == "rpartition", arguments);
  if (parts) {
    if (parts->size() > kMostParts) return nullptr;
    const bool is_list = method.ends_with("split");
    Value* out = pool.make(is_list ? Value::Kind::kList : Value::Kind::kTuple, at);
    for (const std::string_view part : *parts) out->edit_items().push_back(pool.string(part, at));
    return out;
  }
  if (method == "startswith" || method == "endswith") {
    const auto has = has_end(text, method == "startswith", arguments);
    return has ? pool.boolean(*has, at) : nullptr;
  }
  if (method == "isdigit" && arguments.empty() && is_ascii(text)) {
    const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    return pool.boolean(is_number, at);
  }
  const auto out = changed(text, method, arguments);
  return out ? pool.string(pool.keep(*out), at) : nullptr;
}

}  // namespace mmlint::script
