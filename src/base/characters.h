#pragma once

#include "base/text.h"

// What methods of Python's str ask of characters. A character is a text of its own; an `int` is one
// byte, which is a character only in ASCII.
namespace mmlint {

// Return the character at one end of a text that is not empty.
std::string_view first_character(std::string_view text);
std::string_view last_character(std::string_view text);
// Returns how many bytes at one end of the text are characters for which `is` holds.
template <class Is>
std::size_t run_of(std::string_view text, bool at_end, Is is) {
  const std::size_t size = text.size();
  while (!text.empty()) {
    const std::string_view c = at_end ? last_character(text) : first_character(text);
    if (!is(c)) break;
    at_end ? text.remove_suffix(c.size()) : text.remove_prefix(c.size());
  }
  return size - text.size();
}

bool is_space(std::string_view character);   // as str.isspace()
bool ends_line(std::string_view character);  // as str.splitlines() cuts
bool is_upper(int c);
bool is_lower(int c);
bool is_letter(int c);
bool is_letter_or_digit(int c);
bool is_ascii_space(int c);
bool is_printable(int c);

// Returns true if all characters beyond ASCII are letters without case: Han, kana, Hangul.
bool has_plain_case(std::string_view text);
// Each returns a byte in another case. `before` is the byte before it, -1 for the first one.
using CaseChange = int (*)(int c, int before);
int upper_case(int c, int before);
int lower_case(int c, int before);
int title_case(int c, int before);
int capital_case(int c, int before);
int swapped_case(int c, int before);
// Returns the text with each byte changed.
std::string changed_case(std::string_view text, CaseChange change);

// Both cut the text at most `most` times, any number of times if that is negative, and return the
// parts in the order in which they are found: str.split() and, from the right, str.rsplit().
std::vector<std::string_view> split_at_spaces(std::string_view text, std::int64_t most,
                                              bool from_right);
std::vector<std::string_view> split_at(std::string_view text, std::string_view mark,
                                       std::int64_t most, bool from_right);
// Returns the text filled up to a width in characters. `align` is one of < > ^ =, and = fills after
// the first `sign` bytes.
std::string padded(std::string_view text, std::int64_t width, std::string_view fill, char align,
                   std::size_t sign = 0);

}  // namespace mmlint
