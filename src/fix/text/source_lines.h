#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The lines of a Python file's bytes. Places are byte offsets.
namespace mmlint::fix {

// True for the characters that end a line.
bool is_line_end(char c);
// Where the line that holds a place begins, and where it ends: before its line end.
std::uint32_t begin_of_line(std::string_view text, std::uint32_t at);
std::uint32_t end_of_line(std::string_view text, std::uint32_t at);
// Where the next line begins; the end of the text behind the last one.
std::uint32_t begin_of_next_line(std::string_view text, std::uint32_t at);
// The blanks that a line begins with, if a place is the first on it that is no blank.
std::optional<std::string> indent_before(std::string_view text, std::uint32_t at);
// Where the next token begins, over blanks, line ends, backslashes and comments.
std::uint32_t next_token(std::string_view text, std::uint32_t at);
// True if nothing but blanks and line ends stands between two places.
bool is_blank(std::string_view text, std::uint32_t begin, std::uint32_t end);

}  // namespace mmlint::fix
