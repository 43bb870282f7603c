#include "report/markup.h"

#include "base/text.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

// Backticks that are more than any row of them in the text, and at least this many.
std::string fence(std::string_view text, std::size_t least) {
  std::size_t longest = 0;
  std::size_t row = 0;
  for (const char c : text) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  return std::string(std::max(least, longest + 1), '`');
}

}  // namespace

std::string markdown_text(std::string_view text) {
  static constexpr std::string_view kMarks = "\\`*_{}[]<>#.!|~&@:$^";
  std::string out;
  for (const char c : printable(text)) {
    if (kMarks.find(c) != kMarks.npos) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_code(std::string_view text) {
  const std::string code = printable(text);
  // One space is taken off both ends.
  const bool padded = !code.empty() && (code.front() == ' ' || code.back() == ' ' ||
                                        code.front() == '`' || code.back() == '`');
  const std::string marks = fence(code, 1);
  return fmt::format("{0}{1}{2}{1}{0}", marks, padded ? " " : "", code);
}

std::string markdown_cell_code(std::string_view text) {
  std::string out;
  for (const char c : markdown_code(text)) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

std::string markdown_block(std::string_view code, std::string_view language) {
  const std::string marks = fence(code, 3);
  std::string out = fmt::format("{}{}\n", marks, language);
  if (code.ends_with('\n')) code.remove_suffix(1);
  for (std::string_view line : split(code, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    out += printable(line, "\t") + '\n';
  }
  return out + marks + '\n';
}

}  // namespace mmlint::report
