#include "script/dict_action.h"

#include "base/text.h"
#include "value/scalar_text.h"

namespace mmlint::script {
namespace {

constexpr int kMostDepth = 32;

Value* scalar(std::string_view text, Pool& pool, Span at) {
  if (const auto digits = int_digits_of(text)) {
    if (Value* number = parse_decimal(pool, *digits, at)) return number;
  }
  if (const auto number = float_of(text)) return pool.floating(*number, at);
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (lower == "true" || lower == "false") return pool.boolean(lower == "true", at);
  if (text == "None") return pool.none(at);
  return pool.string(pool.keep(text), at);
}

// The parts between the commas outside of all brackets; nullopt if the numbers of opening and
// closing brackets differ.
std::optional<std::vector<std::string_view>> parts_of(std::string_view text) {
  std::vector<std::string_view> out;
  std::ptrdiff_t round = 0, square = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == ',' && round == 0 && square == 0) {
      out.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
    round += (c == '(') - (c == ')');
    square += (c == '[') - (c == ']');
  }
  if (begin < text.size()) out.push_back(text.substr(begin));
  return round == 0 && square == 0 ? std::optional(std::move(out)) : std::nullopt;
}

Value* parse(std::string_view written, int depth, Pool& pool, Span at) {
  const std::size_t first = written.find_first_not_of("'\"");
  const std::size_t last = written.find_last_not_of("'\"");
  std::string plain(first == written.npos ? "" : written.substr(first, last - first + 1));
  std::erase(plain, ' ');
  std::string_view text = plain;
  const auto is_in_brackets = [&](char open, char close) {
    return text.starts_with(open) && text.ends_with(close);
  };
  const bool is_tuple = is_in_brackets('(', ')'), is_list = is_in_brackets('[', ']');
  if (!is_tuple && !is_list && text.find(',') == text.npos) return scalar(text, pool, at);
  if (depth == kMostDepth) return pool.unknown("the brackets are too deep", at);
  if (is_tuple || is_list) text = text.substr(1, text.size() - 2);
  const auto parts = parts_of(text);
  if (!parts) return nullptr;
  Value* out = pool.make(is_tuple ? Value::Kind::kTuple : Value::Kind::kList, at);
  for (const std::string_view part : *parts) {
    const bool is_all = part.size() == plain.size();  // which Python would parse for ever
    Value* value = is_all ? nullptr : parse(part, depth + 1, pool, at);
    if (!value) return nullptr;
    out->edit_items().push_back(value);
  }
  return out;
}

}  // namespace

Value* dict_action_value(std::string_view text, Pool& pool, Span at) {
  return parse(text, 0, pool, at);
}

std::vector<Pair> pairs_of(const Start& start, const std::vector<std::string>& names) {
  std::vector<Pair> out;
  bool is_inside = false;
  for (const Word& word : start.arguments) {
    const std::string_view text = word.text;
    if (!text.starts_with('-')) {
      if (is_inside) out.push_back({text, &word});
      continue;
    }
    is_inside = is_in(text, names);
    const std::size_t equals = text.find('=');
    if (equals != text.npos && is_in(text.substr(0, equals), names))
      out.push_back({text.substr(equals + 1), &word});
  }
  return out;
}

}  // namespace mmlint::script
