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
// Length in bytes of the character that text begins with: 1 for an invalid byte, 0 if it is empty.
// A surrogate encoded in three bytes, which a str of Python may hold, counts as a character.
std::size_t character_length(std::string_view text);
// Returns the number of code points; each invalid byte counts as one.
std::size_t count_characters(std::string_view text);
// Returns the code point of one valid character. An encoded surrogate is one as well.
char32_t code_point(std::string_view character);
// Controls of terminals (C1), line separators, marks that reorder what stands around them, and
// marks that cannot be seen. The zero-width joiner is left alone: emoji need it.
bool is_harmful(char32_t c);
// Columns on a terminal, as utf8proc knows them: East Asian wide characters and emoji take two,
// combining marks and control characters none, those of ambiguous width one. A tab and an invalid
// byte count one: who prints them knows better.
std::size_t display_width(std::string_view text);
// Appends a code point as UTF-8 (surrogates are encoded as they are).
void append_utf8(std::string& out, char32_t code_point);

// The nearest of the candidates by edit distance (two swapped neighbours are one edit), if it is
// near enough to be a typo: at most a third of the word's length in bytes, and at least one edit is
// always allowed. Of equally near ones the first.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// As str.split(separator): an empty text gives one empty part. The parts borrow the text.
std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);  // spaces, tabs, CR, LF, FF, VT
bool is_ascii(std::string_view text);
// The normal form NFKC, which Python gives every identifier. The text is valid UTF-8.
std::string nfkc(std::string_view text);
// ASCII letters, digits (not first), '_', or any byte >= 0x80.
bool is_identifier(std::string_view text);
// True only if Python takes the text, written as it is, for an identifier of that very name:
// letters, marks and digits that NFKC leaves alone. A few rare identifiers (of Other_ID_Start) are
// left out.
bool is_normal_identifier(std::string_view text);

}  // namespace mmlint
