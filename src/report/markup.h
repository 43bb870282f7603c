#pragma once

#include <string>
#include <string_view>

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

}  // namespace mmlint::report
