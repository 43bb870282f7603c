#include "base/text.h"
#include "shell_syntax/word_reader.h"

// What begins with '$'.
namespace mmlint::shell_syntax {
namespace {

constexpr std::string_view kSpecialParameters = "@*#?$!-";

// The first of them that a text begins with.
constexpr std::string_view kOperators[] = {":-", ":=", ":?", ":+", "##", "%%", "//", "/#",
                                           "/%", "^^", ",,", ":",  "-",  "=",  "?",  "+",
                                           "#",  "%",  "/",  "^",  ",",  "@"};

// The digits of a base at the front of a text, at most `most`.
std::optional<char32_t> take_number(std::string_view& text, unsigned base, std::size_t most) {
  char32_t value = 0;
  std::size_t count = 0;
  for (; count < most && count < text.size(); ++count) {
    const char c = static_cast<char>(text[count] | 0x20);
    const unsigned digit = is_digit(text[count])    ? static_cast<unsigned>(c - '0')
                           : (c >= 'a' && c <= 'f') ? static_cast<unsigned>(c - 'a') + 10
                                                    : 16;
    if (digit >= base) break;
    value = value * base + digit;
  }
  if (count == 0) return std::nullopt;
  text.remove_prefix(count);
  return value;
}

// The value of $'...'; nothing for what is left to bash (control characters, bytes beyond ASCII).
std::optional<std::string> decode_ansi_c(std::string_view text) {
  constexpr std::string_view kNames = "abeEfnrtv\\'\"?";
  constexpr std::string_view kValues = "\a\b\x1b\x1b\f\n\r\t\v\\'\"?";
  std::string out;
  while (!text.empty()) {
    const char c = text[0];
    text.remove_prefix(1);
    if (c != '\\' || text.empty()) {
      out += c;
      continue;
    }
    const char name = text[0];
    if (const std::size_t at = kNames.find(name); at != kNames.npos) {
      out += kValues[at];
      text.remove_prefix(1);
      continue;
    }
    std::optional<char32_t> code;
    if (is_digit(name)) {
      code = take_number(text, 8, 3);
    } else if (name == 'x' || name == 'u' || name == 'U') {
      text.remove_prefix(1);
      code = take_number(text, 16, name == 'x' ? 2 : name == 'u' ? 4 : 8);
    }
    if (!code || *code == 0 || *code > 0x7f) return std::nullopt;
    out += static_cast<char>(*code);
  }
  return out;
}

}  // namespace

std::optional<Part> WordReader::dollar(bool quoted) {
  const NestingLevel level(*this);
  if (!level) return Part{};
  const char next = peek(1);
  if (next == '(') return command_or_arithmetic();
  if (next == '[') return old_arithmetic();
  if (next == '{') return braces(quoted);
  if (next == '\'' && !quoted) return ansi_c();
  if (next == '"' && !quoted) {
    const std::uint32_t begin = at_++;
    Part part = double_quoted();
    part.begin = begin;
    return part;
  }
  if (is_name_start(next)) {
    std::uint32_t length = 1;
    while (is_name(peek(1 + length))) ++length;
    return variable(length);
  }
  if (next != '\0' &&
      (is_digit(next) || kSpecialParameters.find(next) != kSpecialParameters.npos)) {
    return variable(1);
  }
  return std::nullopt;
}

Part WordReader::variable(std::uint32_t name_length) {
  const std::uint32_t begin = at_;
  at_ += 1 + name_length;
  return {.kind = PartKind::kVariable,
          .begin = begin,
          .end = at_,
          .text = text_between(begin + 1, at_)};
}

Part WordReader::ansi_c() {
  const std::uint32_t begin = at_;
  const std::uint32_t text = at_ += 2;
  while (!at_end() && peek() != '\'') at_ += peek() == '\\' ? 2 : 1;
  if (at_end()) {
    fail_unclosed(begin + 1, "'");
    return {};
  }
  ++at_;
  const auto value = decode_ansi_c(text_between(text, at_ - 1));
  Part part{.kind = PartKind::kAnsiC, .begin = begin, .end = at_};
  part.readable = value.has_value();
  if (value) part.text = keep(*value);
  return part;
}

Part WordReader::command_or_arithmetic() {
  const std::uint32_t begin = at_;
  if (peek(2) == '(' && not_arithmetic_.count(begin) == 0) {
    const Mark start = mark();
    at_ += 3;
    if (skip_arithmetic() && !failed()) {
      return {.kind = PartKind::kArithmetic,
              .begin = begin,
              .end = at_,
              .text = text_between(begin + 3, at_ - 2)};
    }
    not_arithmetic_.insert(begin);
    if (!rewind(start)) return {};
  }
  at_ = begin + 2;
  const Block body = nested_commands(begin + 1);
  return {.kind = PartKind::kCommand, .begin = begin, .end = at_, .body = body};
}

Part WordReader::old_arithmetic() {
  const std::uint32_t begin = at_;
  at_ += 2;
  if (!skip_subscript()) {
    fail_unclosed(begin + 1, "]");
    return {};
  }
  return {.kind = PartKind::kArithmetic,
          .begin = begin,
          .end = at_,
          .text = text_between(begin + 2, at_ - 1)};
}

// The name in ${...}: an identifier, a number or a special parameter.
std::string_view WordReader::parameter() {
  const std::uint32_t begin = at_;
  if (is_name_start(peek())) {
    while (is_name(peek())) ++at_;
  } else if (is_digit(peek())) {
    while (is_digit(peek())) ++at_;
  } else if (!at_end() && kSpecialParameters.find(peek()) != kSpecialParameters.npos) {
    ++at_;
  }
  return text_between(begin, at_);
}

Part WordReader::braces(bool quoted) {
  const std::uint32_t begin = at_;
  at_ += 2;
  Part part{.kind = PartKind::kVariable, .begin = begin};
  const char first = peek();
  // ${#} and ${#-x} are about the parameter '#', ${#x} is a length.
  const bool prefix = (first == '#' || first == '!') && peek(1) != '}' &&
                      (is_name(peek(1)) || (peek(2) == '}' && kSpecialParameters.find(peek(1)) !=
                                                                  kSpecialParameters.npos));
  if (prefix) {
    ++at_;
    part.op = first == '#' ? kLength : kIndirect;
  }
  part.text = parameter();
  if (part.text.empty()) part.op = kOther;
  if (peek() == '[') {
    const Mark start = mark();
    const std::uint32_t open = at_++;
    if (not_subscripts_.count(open) == 0 && skip_subscript()) {
      part.subscript = text_between(open + 1, at_ - 1);
    } else {
      if (failed()) return {};
      not_subscripts_.insert(open);
      if (!rewind(start)) return {};
      part.op = kOther;
    }
  }
  bool quotes_count = true;  // '...' in an operand inside of "..."
  if (peek() != '}') {
    std::string_view op = kOther;
    for (const std::string_view candidate : kOperators) {
      if (!sees(candidate)) continue;
      op = candidate;
      at_ += static_cast<std::uint32_t>(op.size());
      break;
    }
    part.op = part.op.empty() ? op : kOther;
    quotes_count = op.find_first_of("#%/^,") != op.npos;
    part.parts = word_parts(quoted && !quotes_count ? Inside::kQuotedOperand : Inside::kOperand);
  }
  if (failed()) return {};
  if (at_end()) {
    fail_unclosed(begin + 1, "}");
    return {};
  }
  part.end = ++at_;
  return part;
}

// \x, '...', "..." and what begins with '$' hide their characters from what they stand in; false if
// none of them is here.
bool WordReader::skip_hidden(bool quoted) {
  const char c = peek();
  if (c == '\\')
    at_ = std::min(at_ + 2, size());
  else if (c == '"')
    double_quoted();
  else if (c == '\'')
    single_quoted();
  else if (c != '$')
    return false;
  else if (!dollar(quoted))
    ++at_;
  return true;
}

bool WordReader::skip_arithmetic() {
  std::uint32_t depth = 0;
  while (!at_end()) {
    if (skip_hidden(true)) continue;
    const char c = peek();
    if (c == '`') {
      backquoted();
      continue;
    }
    if (c == ')' && depth == 0) {
      if (peek(1) != ')') return false;
      at_ += 2;
      return true;
    }
    if (c == '(') ++depth;
    if (c == ')') --depth;
    ++at_;
  }
  return false;
}

bool WordReader::skip_subscript() {
  std::uint32_t depth = 0;
  while (!at_end() && line_end() == 0) {
    if (skip_hidden(true)) continue;
    const char c = peek();
    ++at_;
    if (c == ']' && depth-- == 0) return true;
    if (c == '[') ++depth;
  }
  return false;
}

// At a '(' of an extended pattern: goes behind its ')'.
bool WordReader::skip_parentheses() {
  std::uint32_t depth = 0;
  while (!at_end()) {
    if (skip_hidden(false)) continue;
    const char c = peek();
    ++at_;
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return true;
  }
  return false;
}

}  // namespace mmlint::shell_syntax
