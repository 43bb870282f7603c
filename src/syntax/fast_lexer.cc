#include "syntax/fast_lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace mmlint::syntax {
namespace {

enum Class : std::uint8_t { kWord = 1, kDigit = 2, kBlank = 4, kNewline = 8, kStringStop = 16 };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> table{};
  for (int c = 'a'; c <= 'z'; ++c) table[c] = table[c - 32] = kWord;
  for (int c = '0'; c <= '9'; ++c) table[c] = kWord | kDigit;
  table['_'] = kWord;
  for (unsigned char c : {' ', '\t', '\f'}) table[c] = kBlank;
  for (unsigned char c : {'\n', '\r'}) table[c] = kNewline | kStringStop;
  for (unsigned char c : {'\'', '"', '\\'}) table[c] = kStringStop;
  return table;
}
constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

bool is(char c, int classes) {
  return (kClasses[static_cast<unsigned char>(c)] & classes) != 0;
}

// The reserved words of Python and names with a meaning of their own, by the last five bits of
// their first byte.
constexpr std::string_view kReserved[] = {
    "and",  "as",     "assert", "async",  "await",  "break",   "class",    "continue", "def",
    "del",  "elif",   "else",   "except", "False",  "finally", "for",      "from",     "global",
    "if",   "import", "in",     "is",     "lambda", "None",    "nonlocal", "not",      "or",
    "pass", "raise",  "return", "True",   "try",    "while",   "with",     "yield",    "__debug__"};
constexpr std::array<std::uint8_t, 33> kFirstReserved = [] {
  std::array<std::uint8_t, 33> table{};
  for (const std::string_view each : kReserved) ++table[(each[0] & 31) + 1];
  for (std::size_t i = 1; i < table.size(); ++i) table[i] += table[i - 1];
  return table;
}();

// The lengths that they have there, as bits: most names have another one.
constexpr std::array<std::uint16_t, 32> kLengths = [] {
  std::array<std::uint16_t, 32> table{};
  for (const std::string_view each : kReserved) table[each[0] & 31] |= 1u << each.size();
  return table;
}();

// The first place from `at` on without a byte of these classes. It stays in a register, which a
// member does not.
const char* behind_all(const char* at, const char* end, int classes) {
  while (at < end && is(*at, classes)) ++at;
  return at;
}

}  // namespace

void FastLexer::skip_some() {
  if (at_ == skipped_from_) {
    at_ = skipped_to_;
    return;
  }
  skipped_from_ = at_;
  skip_on();
  skipped_to_ = at_;
}

void FastLexer::skip_on() {
  const int skipped = brackets_ > 0 ? kBlank | kNewline : kBlank;
  for (;;) {
    at_ = behind_all(at_, end_, skipped);
    if (at_ < end_ && *at_ == '\\' && continuation()) continue;
    if (brackets_ == 0 || at_ == end_ || *at_ != '#') return;
    const void* newline = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
    at_ = newline == nullptr ? end_ : static_cast<const char*>(newline);
  }
}

// Goes over a backslash and the end of its line; not if nothing or a comment is in the next one.
bool FastLexer::continuation() {
  const char* next = at_ + 1;
  if (next < end_ && *next == '\r') ++next;
  if (next == end_ || *next != '\n') return false;
  const char* line = ++next;
  while (next < end_ && is(*next, kBlank)) ++next;
  if (next == end_ || is(*next, kNewline) || *next == '#' || *next == '\\') return false;
  at_ = line;
  return true;
}

std::string_view FastLexer::word() {
  const char* first = at_;
  if (at_ == end_ || is(*at_, kDigit)) return {};
  at_ = behind_all(at_, end_, kWord);
  return {first, static_cast<std::size_t>(at_ - first)};
}

bool FastLexer::is_reserved(std::string_view word) {
  if (word.empty() || word.size() >= 16) return false;
  const int letter = word[0] & 31;
  if ((kLengths[letter] >> word.size() & 1) == 0) return false;
  const auto* first = kReserved + kFirstReserved[letter];
  const auto* last = kReserved + kFirstReserved[letter + 1];
  return std::find(first, last, word) != last;
}

bool FastLexer::take_all_of(std::string_view word) {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  if (!rest.starts_with(word)) return false;
  if (rest.size() > word.size() && is(rest[word.size()], kWord)) return false;
  at_ += word.size();
  return true;
}

std::string_view FastLexer::identifier() {
  const std::string_view found = word();
  return is_reserved(found) ? std::string_view() : found;
}

// False if none or an underscore at the wrong place is there.
bool FastLexer::digits() {
  if (!is(peek(), kDigit)) return false;
  for (;;) {
    while (at_ < end_ && is(*at_, kDigit)) ++at_;
    if (peek() != '_') return true;
    ++at_;
    if (!is(peek(), kDigit)) return false;
  }
}

// "0x1f" and the like, without underscores.
const Expr* FastLexer::other_base(std::uint32_t begin) {
  static constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  const char base = peek(1);
  const std::size_t count = base == 'x' ? kDigits.size() : base == 'o' ? 8 : base == 'b' ? 2 : 0;
  at_ += 2;
  const char* first = at_;
  while (at_ < end_ && kDigits.substr(0, count).find(*at_) != std::string_view::npos) ++at_;
  if (at_ == first || is(peek(), kWord) || peek() == '.') return nullptr;
  return make(Number{expr_at(ExprKind::kInteger, begin, offset()), text_between(begin, offset())});
}

const Expr* FastLexer::number() {
  const std::uint32_t begin = offset();
  ExprKind kind = ExprKind::kInteger;
  if (peek() == '0' && is(peek(1), kWord) && peek(1) != 'e' && peek(1) != 'E')
    return other_base(begin);
  if (peek() != '.' && !digits()) return nullptr;
  if (take('.')) {
    kind = ExprKind::kFloat;
    if (offset() == begin + 1 || is(peek(), kDigit)) {
      if (!digits()) return nullptr;
    }
  }
  if (peek() == 'e' || peek() == 'E') {
    kind = ExprKind::kFloat;
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    if (!digits()) return nullptr;
  }
  if (is(peek(), kWord) || peek() == '.') return nullptr;
  std::string_view text = text_between(begin, offset());
  if (wrong_number(text) != nullptr) return nullptr;
  if (text.find('_') != std::string_view::npos) {
    std::string plain(text);
    std::erase(plain, '_');
    text = keep(plain);
  }
  return make(Number{expr_at(kind, begin, offset()), text});
}

bool FastLexer::at_string() const {
  std::ptrdiff_t ahead = 0;
  while (ahead < 2 && std::strchr("bBfFrRuU", peek(ahead)) != nullptr && peek(ahead) != '\0') {
    ++ahead;
  }
  return peek(ahead) == '\'' || peek(ahead) == '"';
}

const Expr* FastLexer::string() {
  const std::uint32_t begin = offset();
  bool is_bytes = false;
  Decoded decoded;
  if (!decoded_literal(is_bytes, decoded)) return nullptr;
  std::string joined;
  const char* stop = at_;
  bool single = true;
  for (skip(); at_string(); skip()) {
    if (single) joined = decoded.changed ? decoded.text : decoded.view;
    single = false;
    bool also_bytes = false;
    if (!decoded_literal(also_bytes, decoded) || also_bytes != is_bytes) return nullptr;
    joined += decoded.changed ? decoded.text : decoded.view;
    stop = at_;
  }
  at_ = stop;
  std::string_view value = decoded.view;
  if (!single || decoded.changed) value = keep(single ? decoded.text : joined);
  const ExprKind kind = is_bytes ? ExprKind::kBytes : ExprKind::kString;
  return make(String{expr_at(kind, begin, offset()), value});
}

std::optional<StringLiteral> FastLexer::literal(bool* plain) {
  const std::uint32_t begin = offset();
  while (at_ < end_ && is(*at_, kWord)) ++at_;
  *plain = true;
  if (!literal_end(*at_++, *plain)) return std::nullopt;
  const StringLiteralResult read = read_string_literal(text_between(begin, offset()));
  return read.valid ? std::optional(read.literal) : std::nullopt;
}

bool FastLexer::decoded_literal(bool& is_bytes, Decoded& decoded) {
  bool plain = true;
  const std::optional<StringLiteral> read = literal(&plain);
  met_format_ = read && read->format;
  if (!read || read->format) return false;
  is_bytes = read->bytes;
  if (plain && !is_bytes) {
    decoded = Decoded{};
    decoded.view = read->content;
    return true;
  }
  decoded = decode_literal(read->content, {.raw = read->raw, .bytes = read->bytes});
  return decoded.wrong == nullptr && !decoded.has_name;
}

// From behind the first quote to behind the last one. Not plain: holds a backslash or CR.
bool FastLexer::literal_end(char quote, bool& plain) {
  const bool triple = peek() == quote && peek(1) == quote;
  if (triple) at_ += 2;
  for (;;) {
    const char* at = at_;
    while (at < end_ && !is(*at, kStringStop)) ++at;
    at_ = at;
    if (at_ == end_) return false;
    const char c = *at_++;
    if (c == '\\') {
      plain = false;
      if (at_ == end_ || (!triple && is(*at_, kNewline))) return false;
      ++at_;
    } else if (c == quote) {
      if (!triple) return true;
      if (peek() == quote && peek(1) == quote) {
        at_ += 2;
        return true;
      }
    } else if (is(c, kNewline)) {
      if (!triple) return false;
      plain = plain && c != '\r';
    }
  }
}

}  // namespace mmlint::syntax
