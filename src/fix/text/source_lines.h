#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The lines of a Python file's bytes. Places are byte offsets.
namespace mmlint::fix {

// Returns true for the characters that end a line.
bool is_line_end(char c);
// Return where the line that holds a place begins, and where it ends: before its line end.
std::uint32_t begin_of_line(std::string_view text, std::uint32_t at);
std::uint32_t end_of_line(std::string_view text, std::uint32_t at);
// Returns where the next line begins; behind the last one the end of the text.
std::uint32_t begin_of_next_line(std::string_view text, std::uint32_t at);
// Returns the blanks that a line begins with, if nothing but blanks stands on it before the place;
// else nullopt.
std::optional<std::string> indent_before(std::string_view text, std::uint32_t at);
// Returns where the next token begins, past blanks, line ends, backslashes and comments.
std::uint32_t next_token(std::string_view text, std::uint32_t at);
// Returns true if nothing but blanks and line ends stands between two places.
bool is_blank(std::string_view text, std::uint32_t begin, std::uint32_t end);

}  // namespace mmlint::fix
