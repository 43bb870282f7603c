#pragma once

#include "syntax/lexical_scan.h"

// Parts of the lexical scan with rules of their own: indentation, and characters beyond ASCII.
// Internal to syntax.
namespace mmlint::syntax {

// Where the first token of a line is, and its 0-based column with tabs of 8 and of 1 columns.
struct Indent {
  const char* token;
  std::uint32_t column;
  std::uint32_t alternate;
  bool continued;  // the white space has a backslash and a line end
};
// Returns the indentation of the line that begins at `at`; the text ends at `end`.
Indent measure_indent(const char* at, const char* end);

// CPython's stack of indentations (tok_get in Parser/tokenizer.c) with its messages.
class Indentation {
 public:
  explicit Indentation(std::string_view text)
      : begin_(text.data()), end_(text.data() + text.size()), counted_(text.data()) {}

  // Enters a logical line. Returns CPython's message if a line may not be indented so, else an
  // empty text. The message kMissingColon is about the line before.
  std::string enter(const Indent& indent);
  // Notes the first word of a logical line, for the message if no block follows the line.
  void set_header(std::string_view word, const char* at) {
    header_ = word;
    header_at_ = at;
  }
  // Notes that the logical line ended, with a ':' or not.
  void end_line(bool opens_block) { opened_ = opens_block; }
  static constexpr const char* kMissingColon = "expected ':'";
  // Returns the message for a block that is missing at the end of the text, else an empty text.
  std::string finish() { return opened_ ? missing_block() : std::string(); }

  // Returns how many blocks are open; 1 at the top level.
  std::uint32_t depth() const { return depth_; }
  // Returns the number of a line, from 1; cheap if asked in source order.
  std::uint32_t line_of(const char* at);

 private:
  struct Columns {
    std::uint32_t column = 0;
    std::uint32_t alternate = 0;
  };
  std::string missing_block();

  const char* begin_;
  const char* end_;
  std::array<Columns, kMaxIndents + 1> levels_{};
  std::uint32_t depth_ = 1;
  bool opened_ = false;
  std::string_view header_;
  const char* header_at_ = nullptr;
  const char* counted_;
  std::uint32_t line_ = 1;
};

// Returns CPython's message for the first character of a text outside of strings and comments, such
// as "invalid non-printable character U+00A0"; empty if it may be part of a name.
std::string wrong_character(std::string_view text);
// Returns true for punctuation and symbols beyond ASCII, for the blocks that people type; not for
// letters.
bool is_symbol(char32_t c);

}  // namespace mmlint::syntax
