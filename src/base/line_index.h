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

// Where the lines of a text begin. LF, CRLF and lone CR all end a line, as in Python's universal
// newlines. Borrows the text.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);

  std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
  // The position of a byte offset; an offset past the end gives the end, one inside a character
  // that character. A BOM has no column.
  Position position(std::uint32_t offset) const;
  // The byte offset where a 1-based line begins; after a BOM.
  std::uint32_t line_begin(std::uint32_t line) const;
  // The text of a 1-based line without its line end and without a BOM.
  std::string_view line_text(std::uint32_t line) const;

 private:
  std::string_view text_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace mmlint
