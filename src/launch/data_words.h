#pragma once

#include "base/std.h"

namespace mmlint::launch {

struct ProjectView;

// The words of the data files of a project (YAML, JSON and their like), read when they are first
// asked for. Several threads may ask.
class DataWords {
 public:
  // Borrows the view.
  explicit DataWords(const ProjectView& project) : project_(project) {}
  // Returns false if no data file below the roots has the word as a whole word. True also where
  // there are too many files to read, or none, so that what is read is elsewhere.
  bool may_have(std::string_view word);

 private:
  void read(const std::string& folder, int depth);
  void add_words(std::string_view text);

  const ProjectView& project_;
  std::mutex mutex_;  // guards what is below
  bool is_read_ = false;
  std::unordered_set<std::string> words_;
  std::size_t files_ = 0;  // how many were read
  bool all_ = true;        // every file was read
};

}  // namespace mmlint::launch
