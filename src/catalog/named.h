#pragma once

#include "base/std.h"

namespace mmlint::catalog {

// A row of a table: a word of rule files and what it stands for.
template <class Value>
struct Named {
  std::string_view name;
  Value value;
};

// Returns the name of a table's row: its member `name`, or the row itself if that is a string.
constexpr std::string_view name_of(std::string_view row) {
  return row;
}
template <class Row>
constexpr auto name_of(const Row& row) -> decltype(row.name) {
  return row.name;
}

// Returns the names of a table, in its order.
template <class Row, std::size_t N>
constexpr std::array<std::string_view, N> names_of(const std::array<Row, N>& rows) {
  std::array<std::string_view, N> names;
  for (std::size_t i = 0; i < N; ++i) names[i] = name_of(rows[i]);
  return names;
}

// Returns true if the rows have these names, in this order.
template <class Row, std::size_t N, std::size_t M>
constexpr bool has_names(const std::array<Row, N>& rows,
                         const std::array<std::string_view, M>& names) {
  return N == M &&
         std::equal(names.begin(), names.end(), rows.begin(),
                    [](std::string_view name, const Row& row) { return name == row.name; });
}

// Returns true if the rows stand for the values of an enum from 0 to `last`, each once, in order.
template <class Value, std::size_t N>
constexpr bool has_each_value(const std::array<Named<Value>, N>& rows, Value last) {
  for (std::size_t i = 0; i < N; ++i) {
    if (static_cast<std::size_t>(rows[i].value) != i) return false;
  }
  return rows.back().value == last;
}

// Returns the name of a value, which the table must have.
template <class Value, std::size_t N>
constexpr std::string_view name_of_value(const std::array<Named<Value>, N>& rows, Value value) {
  const auto row =
      std::ranges::find_if(rows, [value](const Named<Value>& one) { return one.value == value; });
  return row->name;
}

// Returns the row with that name, which the table owns; null if no row has it.
template <class Rows>
constexpr auto row_of(const Rows& rows, std::string_view name) -> decltype(&*rows.begin()) {
  for (auto& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace mmlint::catalog
