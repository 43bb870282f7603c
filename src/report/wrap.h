#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mmlint::report {

// Returns a text with line feeds where it would run over the edge of a terminal, and `indent`
// blanks behind each of them. It breaks at blanks, and beside wide characters where Chinese allows
// it. Columns are those of display_width(): `columns` of the terminal (0: nothing is broken), of
// which `used` are taken on the first line. A word that is too long for a line is not broken.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t used,
                    std::size_t indent);

// Returns the same for each line of a text, whose continuation is indented like its first word
// behind a number or mark: two columns more than the line.
std::string wrapped_lines(std::string_view text, std::size_t columns);

}  // namespace mmlint::report
