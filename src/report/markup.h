#pragma once

#include "base/std.h"

namespace mmlint::report {

// These make untrusted text Markdown (GitHub's and GitLab's) that shows just that text: no markup,
// HTML, link or mention of its own, and one line, as printable() makes it.

// For running text and cells of tables.
std::string markdown_text(std::string_view text);
// For a code span; in a cell of a table bars have to be escaped even there.
std::string markdown_code(std::string_view text);
std::string markdown_cell_code(std::string_view text);
// For a block of code of several lines in a language, "python" or "bash". A tab stays.
std::string markdown_block(std::string_view code, std::string_view language);

// What a part of the text format is; begin() has the colour of each.
enum class Style : std::uint8_t { kError, kWarning, kInfo, kStrong, kFrame, kGood };

// Returns words in ANSI colours if it is on, else as they are.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}

  std::string operator()(Style style, std::string_view text) const {
    if (!on_) return std::string(text);
    return std::string(begin(style)).append(text).append("\x1b[0m");
  }

 private:
  static const char* begin(Style style) {
    static constexpr std::array kColours = {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m",
                                            "\x1b[1m",    "\x1b[1;34m", "\x1b[1;32m"};
    return kColours.at(static_cast<std::size_t>(style));
  }

  bool on_;
};

}  // namespace mmlint::report
