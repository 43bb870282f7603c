#include "base/text.h"

#include <utf8proc.h>

namespace mmlint {
namespace {

unsigned byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

bool is_continuation(std::string_view text, std::size_t i) {
  return i < text.size() && (byte_at(text, i) & 0xC0) == 0x80;
}

bool is_surrogate(std::string_view text) {
  return text.size() >= 3 && byte_at(text, 0) == 0xED && byte_at(text, 1) >= 0xA0 &&
         is_continuation(text, 1) && is_continuation(text, 2);
}

// The length of the valid sequence that text begins with, 0 if it is none.
std::size_t valid_length(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4 || !is_continuation(text, 1)) return 0;
  if (lead < 0xE0) return 2;
  const unsigned second = byte_at(text, 1);
  if (!is_continuation(text, 2)) return 0;
  if (lead < 0xF0) {
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  const bool overlong = lead == 0xF0 && second < 0x90;
  const bool too_large = lead == 0xF4 && second >= 0x90;
  return overlong || too_large || !is_continuation(text, 3) ? 0 : 4;
}

// How many of the bytes from `at` on are surely ASCII, seen eight at a time.
std::size_t skip_ascii(std::string_view bytes, std::size_t at) {
  const std::size_t begin = at;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if ((word & 0x8080808080808080ULL) != 0) break;
  }
  return at - begin;
}

bool is_identifier_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// words_in() for at most N words, which the compiler holds in registers.
template <std::size_t N>
std::uint32_t find_words(std::string_view text, std::span<const std::string_view> words) {
  using Bytes = unsigned char __attribute__((vector_size(16)));
  using Halves = std::uint64_t __attribute__((vector_size(16)));
  Bytes first[N], second[N];
  std::size_t longest = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const std::string_view word = words[std::min(i, words.size() - 1)];
    first[i] = Bytes{} + static_cast<unsigned char>(word[0]);
    second[i] = Bytes{} + static_cast<unsigned char>(word[1]);
    longest = std::max(longest, word.size());
  }
  std::uint32_t found = 0;
  const auto look_at = [&](std::string_view near) {
    for (std::size_t i = 0; i < words.size(); ++i)
      found |= near.find(words[i]) == near.npos ? 0u : 1u << i;
  };
  // At sixteen places at once.
  std::size_t at = 0;
  for (; at + sizeof(Bytes) < text.size(); at += sizeof(Bytes)) {
    Bytes here, next, any{};
    std::memcpy(&here, text.data() + at, sizeof here);
    std::memcpy(&next, text.data() + at + 1, sizeof next);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < N; ++i)
      any |= reinterpret_cast<Bytes>((here == first[i]) & (next == second[i]));
    const Halves halves = reinterpret_cast<Halves>(any);
    if ((halves[0] | halves[1]) != 0) look_at(text.substr(at, sizeof(Bytes) + longest - 1));
  }
  look_at(text.substr(at));
  return found;
}

}  // namespace

char small_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string small_letters(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), small_letter);
  return out;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char two) { return small_letter(one) == small_letter(two); });
}

std::uint32_t words_in(std::string_view text, std::span<const std::string_view> words) {
  return words.size() == 1 ? find_words<1>(text, words) : find_words<kMostWords>(text, words);
}

bool contains(std::string_view text, std::string_view word) {
  return word.size() < 2 ? text.find(word) != text.npos : words_in(text, std::span(&word, 1)) != 0;
}

bool has_word(std::string_view text, std::string_view word, std::size_t from, std::size_t* at) {
  for (std::size_t i = text.find(word, from); i != text.npos; i = text.find(word, i + 1)) {
    const std::size_t end = i + word.size();
    if ((i > 0 && is_name_byte(text[i - 1])) || (end < text.size() && is_name_byte(text[end])))
      continue;
    if (at) *at = i;
    return true;
  }
  return false;
}

std::string with_line_feeds(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!text.substr(i).starts_with("\r\n")) out += text[i] == '\r' ? '\n' : text[i];
  }
  return out;
}

std::string_view line_before(std::string_view text, std::size_t at) {
  const std::size_t end = text.rfind('\n', at);
  return text.substr(end == text.npos ? 0 : end + 1, at - (end == text.npos ? 0 : end + 1));
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::optional<std::size_t> first_invalid_utf8(std::string_view bytes) {
  std::size_t at = 0;
  while (true) {
    at += skip_ascii(bytes, at);
    if (at == bytes.size()) return std::nullopt;
    const std::size_t length = valid_length(bytes.substr(at));
    if (length == 0) return at;
    at += length;
  }
}

std::size_t character_length(std::string_view text) {
  if (text.empty()) return 0;
  return is_surrogate(text) ? 3 : std::max<std::size_t>(valid_length(text), 1);
}

char32_t code_point(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character[0]);
  char32_t value = static_cast<unsigned char>(character[0]) & (0x7FU >> character.size());
  for (const char byte : character.substr(1)) {
    value = value << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return value;
}

bool is_harmful(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || c == 0x61C || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB);
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t ascii = skip_ascii(text, at);
    at += ascii;
    count += ascii;
    if (at == text.size()) break;
    at += character_length(text.substr(at));
    ++count;
  }
  return count;
}

void append_utf8(std::string& out, char32_t code_point) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (code_point < 0x80) {
    put(code_point);
    return;
  }
  if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
  } else {
    if (code_point < 0x10000) {
      put(0xE0 | (code_point >> 12));
    } else {
      put(0xF0 | (code_point >> 18));
      put(0x80 | ((code_point >> 12) & 0x3F));
    }
    put(0x80 | ((code_point >> 6) & 0x3F));
  }
  put(0x80 | (code_point & 0x3F));
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

namespace {

// The letters of a text, one bit for each of 64 kinds. One edit changes two of them at most.
std::uint64_t letters_of(std::string_view text) {
  std::uint64_t out = 0;
  for (const char c : text) out |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64);
  return out;
}

}  // namespace

bool is_misspelt(std::string_view name, std::string_view meant) {
  constexpr std::size_t kShortest = 7, kOneEdit = 10;
  if (name.empty() || meant.size() < kShortest || name.front() != meant.front()) return false;
  const std::size_t longer = std::max(name.size(), meant.size());
  if (longer - std::min(name.size(), meant.size()) > 2) return false;
  if (name.back() >= '0' && name.back() <= '9') return false;
  const int most = meant.size() < kOneEdit ? 1 : 2;
  if (std::popcount(letters_of(name) ^ letters_of(meant)) > 2 * most) return false;
  return edit_distance(name, meant) <= static_cast<std::size_t>(most);
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  constexpr std::size_t kLongest = 255;  // as names of files are; the distance costs its square
  if (word.size() > kLongest) return std::nullopt;
  const std::size_t allowed = std::max<std::size_t>(word.size() / 3, 1);
  std::size_t best = allowed + 1;
  const std::string* found = nullptr;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) >= best) continue;
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      found = &candidate;
    }
  }
  if (found == nullptr) return std::nullopt;
  return *found;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != text.npos; begin = end + 1) {
    parts.push_back(text.substr(begin, end - begin));
  }
  parts.push_back(text.substr(begin));
  return parts;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n\f\v";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) + 1 - begin);
}

bool is_identifier(std::string_view text) {
  if (text.empty() || (text.front() >= '0' && text.front() <= '9')) return false;
  return std::ranges::all_of(text, is_identifier_byte);
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 1) {
      const auto byte = static_cast<unsigned char>(text.front());
      const bool control = (byte < 0x20 && byte != '\t') || byte == 0x7F;
      width += control ? 0 : 1;
    } else {
      const char32_t character = code_point(text.substr(0, length));
      width +=
          static_cast<std::size_t>(utf8proc_charwidth(static_cast<utf8proc_int32_t>(character)));
    }
    text.remove_prefix(length);
  }
  return width;
}

}  // namespace mmlint
