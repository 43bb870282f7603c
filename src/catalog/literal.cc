#include "catalog/literal.h"

#include "catalog/catalog.h"

namespace mmlint::catalog {

const Literal* find(const Literal& dict, std::string_view path) {
  const Literal* at = &dict;
  while (true) {
    const std::size_t dot = path.find('.');
    const std::string_view part = path.substr(0, dot);
    const Literal::Dict* members = at->dict();
    if (members == nullptr) return nullptr;
    const Literal* next = nullptr;
    for (const auto& [key, value] : *members) {
      if (key != part) continue;
      next = &value;
      break;
    }
    if (next == nullptr || dot == std::string_view::npos) return next;
    at = next;
    path.remove_prefix(dot + 1);
  }
}

bool lists(const Literal* list, std::string_view text) {
  return list && list->list() && std::ranges::any_of(*list->list(), [text](const Literal& one) {
           return one.string() && *one.string() == text;
         });
}

namespace {

constexpr std::string_view kTarget = "target.";

}  // namespace

std::optional<std::string> cut_at_placeholders(std::string_view text,
                                               std::vector<TemplatePiece>& pieces) {
  while (!text.empty()) {
    const std::size_t brace = text.find_first_of("{}");
    if (brace != 0) {
      pieces.push_back(TemplatePiece{text.substr(0, brace)});
      if (brace == std::string_view::npos) break;
      text.remove_prefix(brace);
    }
    if (text.size() > 1 && text[1] == text[0]) {
      pieces.push_back(TemplatePiece{text.substr(0, 1)});
      text.remove_prefix(2);
      continue;
    }
    const std::size_t end = text[0] == '{' ? text.find_first_of("{}", 1) : std::string_view::npos;
    if (end == std::string_view::npos || text[end] != '}') {
      return fmt::format("a single '{0}'; write '{0}{0}' for a brace", text[0]);
    }
    pieces.push_back(TemplatePiece{text.substr(1, end - 1), true});
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

std::optional<std::string_view> fact_path(std::string_view placeholder) {
  if (!placeholder.starts_with(kTarget)) return std::nullopt;
  return placeholder.substr(kTarget.size());
}

std::optional<std::string_view> fact_path_of_literal(std::string_view text) {
  if (!text.starts_with('{') || !text.ends_with('}')) return std::nullopt;
  return fact_path(text.substr(1, text.size() - 2));
}

std::optional<std::string> printed(const Literal& fact) {
  if (fact.is_null()) return "None";
  if (const bool* flag = std::get_if<bool>(&fact.value)) return *flag ? "True" : "False";
  if (const auto* number = std::get_if<std::int64_t>(&fact.value)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&fact.value)) return fmt::format("{}", *number);
  if (const std::string* text = fact.string()) return *text;
  if (fact.list() == nullptr) return std::nullopt;
  std::string result;
  for (const Literal& item : *fact.list()) {
    if (item.list() != nullptr || item.dict() != nullptr) return std::nullopt;
    if (!result.empty()) result += ", ";
    result += *printed(item);
  }
  return result;
}

std::string fill(std::string_view text, const Captures& captures, const Target& target) {
  std::vector<TemplatePiece> pieces;
  const std::optional<std::string> wrong = cut_at_placeholders(text, pieces);
  MM_CHECK(!wrong);
  std::string result;
  for (const TemplatePiece& piece : pieces) {
    if (!piece.placeholder) {
      result += piece.text;
    } else if (const auto capture = captures.find(piece.text); capture != captures.end()) {
      result += capture->second;
    } else {
      const auto path = fact_path(piece.text);
      MM_CHECK(path.has_value());
      const Literal* fact = target.fact(*path);
      MM_CHECK(fact != nullptr);
      const std::optional<std::string> words = printed(*fact);
      MM_CHECK(words.has_value());
      result += *words;
    }
  }
  return result;
}

Literal fill(const Literal& literal, const Target& target) {
  if (const std::string* text = literal.string()) {
    const auto path = fact_path_of_literal(*text);
    if (!path) return literal;
    const Literal* fact = target.fact(*path);
    MM_CHECK(fact != nullptr);
    return *fact;
  }
  if (const Literal::List* list = literal.list()) {
    Literal::List result;
    for (const Literal& item : *list) result.push_back(fill(item, target));
    return Literal{std::move(result)};
  }
  if (const Literal::Dict* dict = literal.dict()) {
    Literal::Dict result;
    for (const auto& [key, value] : *dict) result.emplace_back(key, fill(value, target));
    return Literal{std::move(result)};
  }
  return literal;
}

}  // namespace mmlint::catalog
