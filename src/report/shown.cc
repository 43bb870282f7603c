#include "report/shown.h"

#include <fmt/format.h>

#include "base/paths.h"
#include "base/text.h"

namespace mmlint::report {
namespace {

// The code point of one valid character of two or more bytes.
char32_t code_point(std::string_view character) {
  char32_t value = static_cast<unsigned char>(character[0]) & (0x7FU >> character.size());
  for (const char byte : character.substr(1)) {
    value = value << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return value;
}

// Controls of terminals (C1), line separators, marks that reorder what stands around them, and
// marks that cannot be seen. The zero-width joiner is left alone: emoji need it.
bool is_harmful(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || c == 0x61C || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB);
}

void append_byte(std::string& out, char byte, std::string_view tab) {
  switch (byte) {
    case '\t':
      out += tab;
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      break;
  }
  const auto value = static_cast<unsigned char>(byte);
  if (value >= 0x20 && value < 0x7F) {
    out += byte;
  } else {
    out += fmt::format("\\x{:02x}", value);
  }
}

}  // namespace

std::string printable(std::string_view text, std::string_view tab) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 1) {
      append_byte(out, text.front(), tab);
    } else if (const char32_t c = code_point(text.substr(0, length)); is_harmful(c)) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string shown_path(const std::string& path, const Settings& settings) {
  const bool is_absolute = !path.empty() && path.front() == '/';
  if (settings.display_root.empty() || !is_absolute) return path;
  return relative_path(path, settings.display_root);
}

std::string shown_place(const Span& span, const SourceStore& sources, const Settings& settings) {
  const Source& source = sources.get(span.file);
  const Position at = source.lines().position(span.begin);
  return fmt::format("{}:{}:{}", printable(shown_path(source.path(), settings)), at.line,
                     at.column);
}

std::string counted(std::size_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

}  // namespace mmlint::report
