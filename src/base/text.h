#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mmlint {

// The byte offset of the first byte that is not valid UTF-8 (as Python's strict decoder), if any.
std::optional<std::size_t> first_invalid_utf8(std::string_view bytes);
// Number of code points; invalid bytes count one each.
std::size_t count_characters(std::string_view text);
// Columns on a terminal: East Asian wide characters and emoji take two, combining marks none.
std::size_t display_width(std::string_view text);
// Appends a code point as UTF-8 (surrogates are encoded as they are).
void append_utf8(std::string& out, char32_t code_point);

// The nearest of the candidates by edit distance, if it is near enough to be a typo: at most a third
// of the word's length, and at least one edit is always allowed.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);  // spaces, tabs, CR, LF, FF, VT
bool is_identifier(std::string_view text);     // ASCII letters, digits, '_', or any byte >= 0x80

}  // namespace mmlint
