#include "syntax/indentation.h"

#include "base/algorithms.h"

namespace mmlint::syntax {
namespace {

constexpr std::uint32_t kTab = 8;

// The code point at the beginning of a UTF-8 text; U+FFFD if it is cut.
char32_t first_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  if (text.size() <= static_cast<std::size_t>(more)) return 0xfffd;
  char32_t point = more == 0 ? lead : lead & (0x3f >> more);
  for (int i = 1; i <= more; ++i) point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
  return point;
}

// White space, format and private characters beyond ASCII: what str.isprintable() refuses, as far
// as people type it.
bool is_unprintable(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0xa0) || c == 0xad || c == 0x1680 || c == 0x180e ||
         (c >= 0x2000 && c <= 0x200f) || (c >= 0x2028 && c <= 0x202f) ||
         (c >= 0x205f && c <= 0x206f) || c == 0x3000 || c == 0xfeff || (c >= 0xe000 && c <= 0xf8ff);
}

}  // namespace

bool is_symbol(char32_t c) {
  return (c >= 0xa1 && c <= 0xbf && c != 0xaa && c != 0xb5 && c != 0xb7 && c != 0xba) ||
         c == 0xd7 || c == 0xf7 || (c >= 0x2010 && c <= 0x2027) || (c >= 0x2030 && c <= 0x205e) ||
         (c >= 0x2190 && c <= 0x2bff) || (c >= 0x3001 && c <= 0x3004) ||
         (c >= 0x3008 && c <= 0x3020) || c == 0x3030 || (c >= 0xff01 && c <= 0xff0f) ||
         (c >= 0xff1a && c <= 0xff20) || (c >= 0xff3b && c <= 0xff3e) || c == 0xff40 ||
         (c >= 0xff5b && c <= 0xff65) || (c >= 0x1f000 && c <= 0x1faff);
}

std::string wrong_character(std::string_view text) {
  const char32_t c = first_code_point(text);
  if (is_unprintable(c)) {
    return fmt::format("invalid non-printable character U+{:04X}", static_cast<std::uint32_t>(c));
  }
  if (!is_symbol(c)) return c < 0x80 ? "invalid syntax" : "";
  const std::size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  return fmt::format("invalid character '{}' (U+{:04X})", text.substr(0, length),
                     static_cast<std::uint32_t>(c));
}

Indent measure_indent(const char* at, const char* end) {
  Indent indent{at, 0, 0, false};
  bool counted = true;  // columns count up to the first backslash behind white space
  for (; indent.token < end; ++indent.token) {
    const char c = *indent.token;
    if (c == '\\' && indent.token + 1 < end &&
        (indent.token[1] == '\n' || indent.token[1] == '\r')) {
      indent.continued = true;
      counted = counted && indent.column == 0;
      indent.token += indent.token[1] == '\r' && indent.token + 2 < end && indent.token[2] == '\n';
      ++indent.token;
    } else if (c == '\f') {
      if (counted) indent.column = indent.alternate = 0;
    } else if (c != ' ' && c != '\t') {
      break;
    } else if (counted) {
      indent.column = c == ' ' ? indent.column + 1 : (indent.column / kTab + 1) * kTab;
      indent.alternate += 1;
    }
  }
  return indent;
}

std::string Indentation::enter(const Indent& indent) {
  const bool opened = opened_;
  opened_ = false;
  const Columns here{indent.column, indent.alternate};
  const Columns top = levels_[depth_ - 1];
  static constexpr const char* kTabs = "inconsistent use of tabs and spaces in indentation";
  if (here.column > top.column) {
    if (depth_ > kMaxIndents) return "too many levels of indentation";
    levels_[depth_++] = here;
    if (here.alternate <= top.alternate) return kTabs;
    if (opened) return "";
    return missing_block().empty() ? "unexpected indent" : kMissingColon;
  }
  while (depth_ > 1 && here.column < levels_[depth_ - 1].column) --depth_;
  if (here.column != levels_[depth_ - 1].column) {
    levels_[depth_++] = here;
    return "unindent does not match any outer indentation level";
  }
  if (here.alternate != levels_[depth_ - 1].alternate) return kTabs;
  return opened ? missing_block() : "";
}

std::string Indentation::missing_block() {
  static constexpr std::string_view kStatements[] = {
      "if", "elif", "else", "for", "while", "with", "try", "except", "finally", "match", "case"};
  const bool known = is_in(header_, kStatements);
  if (!known && header_ != "def" && header_ != "class") return {};
  const std::string what = known                ? fmt::format("'{}' statement", header_)
                           : header_ == "class" ? "class definition"
                                                : "function definition";
  return fmt::format("expected an indented block after {} on line {}", what, line_of(header_at_));
}

std::uint32_t Indentation::line_of(const char* at) {
  if (at < counted_) {
    counted_ = begin_;
    line_ = 1;
  }
  for (; counted_ < at; ++counted_) {
    if (*counted_ == '\n' || (*counted_ == '\r' && (counted_ + 1 == end_ || counted_[1] != '\n'))) {
      ++line_;
    }
  }
  return line_;
}

}  // namespace mmlint::syntax
