#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/check.h"

namespace mmlint::check {

// The words of the data files of a project (YAML, JSON and their like), read when they are first
// asked for.
class DataWords {
 public:
  // Borrows the request.
  explicit DataWords(const Request& request) : request_(request) {}
  // Returns false if no data file below the roots has the word as a whole word. True also where
  // there are too many files to read, or none, so that what is read is elsewhere.
  bool may_have(std::string_view word);

 private:
  void read(const std::string& folder, int depth);

  const Request& request_;
  std::optional<std::vector<std::string>> texts_;  // nullopt: not read yet
  bool all_ = true;                                // every file was read
};

// Returns true if a text has a word at an offset at or behind `from` that is no part of a longer
// one. Its offset is written to *at, unless that is null.
bool has_word(std::string_view text, std::string_view word, std::size_t from = 0,
              std::size_t* at = nullptr);

}  // namespace mmlint::check
