#pragma once

#include "base/std.h"

namespace mmlint {

// Returns the byte offset of the first byte that is not valid UTF-8 (for Python's strict decoder),
// or nullopt if all is valid.
std::optional<std::size_t> first_invalid_utf8(std::string_view bytes);
// Returns the length in bytes of the character that `text` begins with: 1 for an invalid byte, 0 if
// it is empty. A surrogate encoded in three bytes, which a str of Python may hold, counts as a
// character.
std::size_t character_length(std::string_view text);
// Returns the number of code points; each invalid byte counts as one.
std::size_t count_characters(std::string_view text);
// Returns the code point of one valid character. An encoded surrogate is one as well.
char32_t code_point(std::string_view character);
// Returns true for characters that are unsafe to print: controls of terminals (C1), line
// separators, marks that reorder the text around them, and invisible marks. The zero-width joiner
// is allowed, because emoji need it.
bool is_harmful(char32_t c);
// Returns the number of columns that a text takes on a terminal, as utf8proc knows it: East Asian
// wide characters and emoji take two, combining marks and control characters none, those of
// ambiguous width one. A tab and an invalid byte count as one; a caller that prints them otherwise
// has to correct this.
std::size_t display_width(std::string_view text);
// Appends a code point as UTF-8 (surrogates are encoded as they are).
void append_utf8(std::string& out, char32_t code_point);

// Returns the number of edits that turn one text into the other: insert, remove or replace a byte,
// swap two neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b);
// Returns the candidate with the smallest edit distance to `word` (swapping two neighbours is one
// edit), or nullopt if none is near enough to be a typo: at most a third of the length of the word
// in bytes, but one edit is always allowed. Of equally near ones the first is returned. A word of
// more than 255 bytes has none.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);
// Returns true if a name most likely means another one: one of at least seven characters, with the
// same first character and one edit away, or two if it is longer. False for a name that ends with a
// digit, which is mostly one of several.
bool is_misspelt(std::string_view name, std::string_view meant);

// Splits as Python's str.split(separator) does: an empty text gives one empty part. The parts are
// views into the text.
std::vector<std::string_view> split(std::string_view text, char separator);
std::string_view trim(std::string_view text);  // spaces, tabs, CR, LF, FF, VT
bool is_ascii(std::string_view text);
// Returns which words stand in a text, be it within other words: bit i for words[i]. One pass for
// at most kMostWords words of at least two bytes; fast if the first two bytes of each are rare.
inline constexpr std::size_t kMostWords = 4;
std::uint32_t words_in(std::string_view text, std::span<const std::string_view> words);
// Returns true if a word is in a text, on its own or in another word. An empty one is in any.
bool contains(std::string_view text, std::string_view word);
// Returns true if a text has a word at or after `from` that is not part of a longer one. Writes the
// offset of the word to *at, unless that is null.
bool has_word(std::string_view text, std::string_view word, std::size_t from = 0,
              std::size_t* at = nullptr);
// Returns a text with a line feed in place of each CR LF and of each other CR.
std::string with_line_feeds(std::string_view text);
// Returns the part of the line of an offset that is before it.
std::string_view line_before(std::string_view text, std::size_t at);
// Returns true if two texts differ at most in that ASCII letters are capital in one of them.
bool same_letters(std::string_view a, std::string_view b);
// Returns a text with small ASCII letters in place of capital ones.
std::string small_letters(std::string_view text);
// Returns the normal form NFKC, which Python gives every identifier. The text must be valid UTF-8.
// A text that is longer than any name is returned as it is: to put its marks in order takes
// utf8proc the square of their number.
std::string nfkc(std::string_view text);
// Returns true for one of the ten ASCII digits.
inline bool is_digit(int c) {
  return c >= '0' && c <= '9';
}
// Whether a name or a number of Python can have a byte: ASCII letters, digits, '_', all >= 0x80. A
// table, as scans ask for every byte of every script.
inline constexpr auto kNameBytes = [] {
  std::array<bool, 256> out{};
  for (std::size_t byte = 0; byte < out.size(); ++byte)
    out[byte] = byte >= 0x80 || byte == '_' || (byte >= '0' && byte <= '9') ||
                (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
  return out;
}();
inline bool is_name_byte(char c) {
  return kNameBytes[static_cast<unsigned char>(c)];
}
// Returns true for a text of ASCII letters, digits (not first), '_' and any bytes >= 0x80; false
// for an empty one.
bool is_identifier(std::string_view text);
// Returns true only if Python takes the text, as it is written, for an identifier of that very
// name: letters, marks and digits that NFKC leaves unchanged. False for a few rare identifiers
// (those with characters of Other_ID_Start).
bool is_normal_identifier(std::string_view text);

}  // namespace mmlint
