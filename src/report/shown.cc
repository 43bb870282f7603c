#include "report/shown.h"

#include "base/paths.h"
#include "base/text.h"

namespace mmlint::report {
namespace {

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
    if (length == 1 || first_invalid_utf8(text.substr(0, length))) {
      for (const char byte : text.substr(0, length)) append_byte(out, byte, tab);
    } else if (const char32_t c = code_point(text.substr(0, length)); is_harmful(c)) {
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string printable_lines(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    out += printable(text.substr(0, end));
    if (end == text.npos) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string shown_path(const std::string& path, const Settings& settings) {
  const bool is_absolute = !path.empty() && path.front() == '/';
  if (settings.display_root.empty() || !is_absolute) return path;
  return relative_path(path, settings.display_root);
}

std::string repository_path(const std::string& path, const Settings& settings) {
  const bool is_inside = !settings.git_root.empty() && is_below(path, settings.git_root);
  return is_inside ? relative_path(path, settings.git_root) : shown_path(path, settings);
}

std::string shown_place(const Span& span, const SourceStore& sources, const Settings& settings) {
  const Source& source = sources.get(span.file);
  const Position at = source.lines().position(span.begin);
  return fmt::format("{}:{}:{}", printable(shown_path(source.path(), settings)), at.line,
                     at.column);
}

}  // namespace mmlint::report
