#pragma once

#include "base/std.h"

namespace mmlint::facts {

// One file of rules/facts/: names of the outside world, each with the kinds that it is of. A row is
// {"name": NAME, "is": [KIND, ...]}, where numbers may follow, or NAME alone. A name may end with
// '*', which stands for any ending.
class Table {
 public:
  // Reads the table, which must exist. Keep the object: reading is not cheap.
  explicit Table(std::string_view table);
  // Returns true if a row for the name is of the kind, or if there is one where none is given.
  bool has(std::string_view name, std::string_view kind = {}) const;
  // Returns the names of that kind, or all names, as the file has them and in its order.
  std::vector<std::string> names(std::string_view kind = {}) const;
  // Returns the kinds of the row of a name; none without such a row.
  std::vector<std::string> kinds(std::string_view name) const;
  // Returns the number that the row of the name has at a key; nullopt if it has none.
  std::optional<std::size_t> number(std::string_view name, std::string_view key) const;

 private:
  struct Row {
    std::string name;
    std::vector<std::string> kinds;
    std::map<std::string, std::size_t, std::less<>> numbers;
    bool is_of(std::string_view kind) const;
  };
  std::deque<Row> rows_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
  std::vector<std::size_t> beginnings_;  // the rows whose name ends with '*'
};

// Returns the text of rules/facts/TABLE.json. The build generates it, except for the program that
// tests the tables, which reads the files of a folder (tests/tables).
std::string text_of(std::string_view table);

}  // namespace mmlint::facts
