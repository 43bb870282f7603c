#include "facts/table.h"

#include <nlohmann/json.hpp>

#include "base/algorithms.h"
#include "base/result.h"

namespace mmlint::facts {

Table::Table(std::string_view table) {
  const auto file = nlohmann::json::parse(text_of(table), nullptr, false);
  MM_CHECK(file.is_object());
  for (const auto& each : file.at("rows")) {
    Row row;
    row.name = each.is_string() ? each : each.at("name");
    if (each.is_object()) row.kinds = each.at("is").get<std::vector<std::string>>();
    for (const auto& [key, value] : each.items()) {
      if (value.is_number_unsigned()) row.numbers.emplace(key, value);
    }
    rows_.push_back(std::move(row));
    if (rows_.back().name.ends_with('*'))
      beginnings_.push_back(rows_.size() - 1);
    else
      by_name_.emplace(rows_.back().name, rows_.size() - 1);
  }
}

bool Table::Row::is_of(std::string_view kind) const {
  return kind.empty() || is_in(kind, kinds);
}

bool Table::has(std::string_view name, std::string_view kind) const {
  const auto found = by_name_.find(name);
  if (found != by_name_.end() && rows_[found->second].is_of(kind)) return true;
  return std::ranges::any_of(beginnings_, [&](std::size_t i) {
    const std::string& beginning = rows_[i].name;
    return rows_[i].is_of(kind) &&
           name.starts_with(std::string_view(beginning).substr(0, beginning.size() - 1));
  });
}

std::vector<std::string> Table::names(std::string_view kind) const {
  std::vector<std::string> out;
  for (const Row& row : rows_) {
    if (row.is_of(kind)) out.push_back(row.name);
  }
  return out;
}

std::vector<std::string> Table::kinds(std::string_view name) const {
  const auto row = by_name_.find(name);
  return row == by_name_.end() ? std::vector<std::string>() : rows_[row->second].kinds;
}

std::optional<std::size_t> Table::number(std::string_view name, std::string_view key) const {
  const auto row = by_name_.find(name);
  if (row == by_name_.end()) return std::nullopt;
  const auto& numbers = rows_[row->second].numbers;
  const auto found = numbers.find(key);
  return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace mmlint::facts
