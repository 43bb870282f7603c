#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/internal_error.h"
#include "catalog/catalog.h"
#include "catalog/placeholders.h"

namespace mmlint::catalog {

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
