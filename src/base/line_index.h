#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace mmlint {

// A place as people and editors count it: both 1-based, the column in characters (code points).
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  friend bool operator==(const Position&, const Position&) = default;
};

// Knows where the lines of a text begin. LF, CRLF and a lone CR end a line, as Python's universal
// newlines do. The text must outlive the index.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
  // Returns the position of a byte offset. An offset past the end of the text gives its end; one
  // inside of a character gives that character. A byte order mark takes no column.
  Position position(std::uint32_t offset) const;
  // Returns the byte offset at which a 1-based line begins, behind a byte order mark.
  std::uint32_t line_begin(std::uint32_t line) const;
  // Returns the text of a 1-based line without its line end and without a byte order mark.
  std::string_view line_text(std::uint32_t line) const;

 private:
  // The number of characters of a line before a byte offset.
  struct Mark {
    std::uint32_t offset, characters;
  };
  void mark(std::uint32_t begin, std::uint32_t end);
  std::string_view text_;
  std::vector<std::uint32_t> starts_;
  std::vector<Mark> marks_;  // inside of long lines, sorted by offset
};

}  // namespace mmlint
