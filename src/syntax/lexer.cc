#include "syntax/lexer.h"

#include "base/text.h"
#include "syntax/document_parts.h"
#include "syntax/indentation.h"

namespace mmlint::syntax {
namespace {

enum Class : std::uint8_t {
  kWord = 1,
  kDigit = 2,
  kBlank = 4,
  kNewline = 8,
  kStringStop = 16,
  kHexDigit = 32,
  kOctalDigit = 64,
  kBinaryDigit = 128,
};

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> table{};
  for (int c = 'a'; c <= 'z'; ++c) table[c] = table[c - 32] = c <= 'f' ? kWord | kHexDigit : kWord;
  for (int c = '0'; c <= '9'; ++c) table[c] = kWord | kDigit | kHexDigit;
  for (int c = '0'; c <= '7'; ++c) table[c] |= kOctalDigit;
  table['0'] |= kBinaryDigit;
  table['1'] |= kBinaryDigit;
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

// The keywords of Python, by the last five bits of their first byte.
constexpr std::string_view kReserved[] = {
    "and",  "as",     "assert", "async",  "await",  "break",   "class",    "continue", "def",
    "del",  "elif",   "else",   "except", "False",  "finally", "for",      "from",     "global",
    "if",   "import", "in",     "is",     "lambda", "None",    "nonlocal", "not",      "or",
    "pass", "raise",  "return", "True",   "try",    "while",   "with",     "yield"};
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

// The first byte from `at` on that is of none of these classes. It stays in a register, which a
// member does not.
const char* after_all(const char* at, const char* end, int classes) {
  while (at < end && is(*at, classes)) ++at;
  return at;
}

}  // namespace

void Lexer::skip_some() {
  if (at_ == skipped_from_) {
    at_ = skipped_to_;
    return;
  }
  skipped_from_ = at_;
  skip_on();
  skipped_to_ = at_;
}

void Lexer::skip_on() {
  const int skipped = brackets_ > 0 ? kBlank | kNewline : kBlank;
  for (;;) {
    at_ = after_all(at_, end_, skipped);
    if (at_ < end_ && *at_ == '\\' && continuation()) continue;
    if (brackets_ == 0 || at_ == end_ || *at_ != '#') return;
    const void* newline = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
    at_ = newline == nullptr ? end_ : static_cast<const char*>(newline);
  }
}

// Goes over a backslash and the end of its line.
bool Lexer::continuation() {
  const char* next = at_ + 1;
  if (next < end_ && *next == '\r') ++next;
  if (next == end_ || *next != '\n') return false;
  at_ = next + 1;
  return true;
}

std::string_view Lexer::word() {
  const char* first = at_;
  if (at_ == end_ || is(*at_, kDigit)) return {};
  at_ = after_all(at_, end_, kWord);
  if (at_ != end_ && static_cast<unsigned char>(*at_) >= 0x80) return word_beyond_ascii(first);
  return {first, static_cast<std::size_t>(at_ - first)};
}

// The rest of a word, up to a character that no name has.
std::string_view Lexer::word_beyond_ascii(const char* first) {
  while (at_ != end_ && is_name_byte(*at_)) {
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    if (!is(*at_, kWord) && !wrong_character(rest).empty()) break;
    at_ += character_length(rest);
  }
  const std::string normal = nfkc({first, static_cast<std::size_t>(at_ - first)});
  if (is_normal_identifier(normal)) return keep(normal);
  at_ = first;
  return {};
}

bool Lexer::is_reserved(std::string_view word) const {
  if (word.empty() || word.size() >= 16) return false;
  const int letter = word[0] & 31;
  if ((kLengths[letter] >> word.size() & 1) == 0) return false;
  const auto* first = kReserved + kFirstReserved[letter];
  const auto* last = kReserved + kFirstReserved[letter + 1];
  const bool is_written = !std::less<>()(word.data(), begin_) && std::less<>()(word.data(), end_);
  return std::find(first, last, word) != last && is_written;
}

bool Lexer::take_all_of(std::string_view word) {
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  if (!rest.starts_with(word)) return false;
  if (rest.size() > word.size() && is_name_byte(rest[word.size()])) return false;
  at_ += word.size();
  return true;
}

void Lexer::enter() {
  ++at_;
  ++brackets_;
  skip();
}

void Lexer::leave() {
  ++at_;
  --brackets_;
}

bool Lexer::follows(std::string_view word) {
  const char* stop = at_;
  skip();
  if (take_word(word)) {
    skip();
    return true;
  }
  at_ = stop;
  return false;
}

bool Lexer::follows_comma() {
  const char* stop = at_;
  skip();
  if (take(',')) return true;
  at_ = stop;
  return false;
}

std::string_view Lexer::identifier() {
  const char* first = at_;
  const std::string_view found = word();
  if (!found.empty() && !is_reserved(found)) return found;
  at_ = first;
  invalid();
  return {};
}

// Goes over digits; false if there are none or an underscore is not between two.
bool Lexer::digits(int classes) {
  do {
    if (!is(peek(), classes)) return false;
    at_ = after_all(at_, end_, classes);
  } while (take('_'));
  return true;
}

bool Lexer::decimal(ExprKind& kind) {
  if (peek() != '.' && !digits(kDigit)) return false;
  if (take('.')) {
    kind = ExprKind::kFloat;
    if (is(peek(), kDigit) && !digits(kDigit)) return false;
  }
  const std::ptrdiff_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
  if ((peek() == 'e' || peek() == 'E') && is(peek(1 + sign), kDigit)) {
    kind = ExprKind::kFloat;
    at_ += 1 + sign;
    if (!digits(kDigit)) return false;
  }
  if (take('j') || take('J')) kind = ExprKind::kUnsupported;
  return true;
}

// A keyword may follow a number at once (verify_end_of_number in CPython's tokenizer.c).
bool Lexer::at_number_end() const {
  if (at_end() || !is_name_byte(*at_)) return true;
  const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
  static constexpr std::string_view kWords[] = {"and", "else", "for", "if",
                                                "in",  "is",   "not", "or"};
  return std::ranges::any_of(kWords, [&](std::string_view each) { return rest.starts_with(each); });
}

const Expr* Lexer::number() {
  const std::uint32_t begin = offset();
  const char base = peek() == '0' ? static_cast<char>(peek(1) | 0x20) : '\0';
  ExprKind kind = ExprKind::kInteger;
  const char* what = base == 'x'   ? "hexadecimal"
                     : base == 'o' ? "octal"
                     : base == 'b' ? "binary"
                                   : "decimal";
  const bool has_base = base == 'x' || base == 'o' || base == 'b';
  bool valid = true;
  if (has_base) {
    at_ += 2;
    take('_');
    valid = digits(base == 'x' ? kHexDigit : base == 'o' ? kOctalDigit : kBinaryDigit);
  } else {
    valid = decimal(kind);
  }
  std::string_view text = text_between(begin, offset());
  if (has_base && is(peek(), kDigit))
    return fail(begin, fmt::format("invalid digit '{}' in {} literal", peek(), what));
  if (!valid || !at_number_end()) return fail(begin, fmt::format("invalid {} literal", what));
  if (kind == ExprKind::kInteger && !has_base && text[0] == '0' &&
      text.find_first_not_of("0_") != std::string_view::npos)
    return fail(begin,
                "leading zeros in decimal integer literals are not permitted; use an 0o prefix for "
                "octal integers");
  if (kind == ExprKind::kUnsupported) return make(expr_at(kind, begin, offset()));
  if (text.find('_') != std::string_view::npos) {
    std::string plain(text);
    std::erase(plain, '_');
    text = keep(plain);
  }
  return make(Number{expr_at(kind, begin, offset()), text});
}

bool Lexer::at_string() const {
  const auto is_quote = [&](std::ptrdiff_t ahead) {
    return peek(ahead) == '\'' || peek(ahead) == '"';
  };
  if (is_quote(0)) return true;
  const char first = static_cast<char>(peek() | 0x20);
  if (first != 'r' && first != 'b' && first != 'f' && first != 'u') return false;
  if (is_quote(1)) return true;
  const char second = static_cast<char>(peek(1) | 0x20);
  const bool is_pair = first == 'r' ? second == 'b' || second == 'f' : second == 'r';
  return first != 'u' && is_pair && is_quote(2);
}

Lexer::StringStart Lexer::string_start() {
  StringStart start{};
  for (; peek() != '\'' && peek() != '"'; ++at_) {
    const char letter = static_cast<char>(peek() | 0x20);
    start.raw = start.raw || letter == 'r';
    start.bytes = start.bytes || letter == 'b';
    start.format = start.format || letter == 'f';
  }
  start.quote = *at_++;
  start.triple = peek() == start.quote && peek(1) == start.quote;
  if (start.triple) at_ += 2;
  return start;
}

std::optional<std::string_view> Lexer::string_content(const StringStart& start, bool& plain) {
  const char* const first = at_;
  plain = true;
  for (;;) {
    const char* at = at_;
    while (at < end_ && !is(*at, kStringStop)) ++at;
    at_ = at;
    if (at_ == end_) return std::nullopt;
    if (at_string_end(start)) {
      const std::string_view content(first, static_cast<std::size_t>(at_ - first));
      at_ += start.triple ? 3 : 1;
      return content;
    }
    const char c = *at_++;
    if (c == '\\') {
      plain = false;
      if (peek() == '\r' && peek(1) == '\n') ++at_;
      if (at_ != end_) ++at_;
    } else if (is(c, kNewline)) {
      if (!start.triple) return std::nullopt;
      plain = plain && c != '\r';
    }
  }
}

}  // namespace mmlint::syntax
