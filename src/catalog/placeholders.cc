#include "catalog/placeholders.h"

#include <fmt/format.h>

namespace mmlint::catalog {
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

}  // namespace mmlint::catalog
