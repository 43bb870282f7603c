#include "fix/shell/word_edits.h"

namespace mmlint::fix {

TextEdit remove_word(const Source& source, Span word) {
  const std::string_view text = source.bytes();
  std::size_t begin = word.begin, end = word.end;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  const std::size_t line = text.rfind('\n', begin == 0 ? 0 : begin - 1) + 1;
  const bool first = text.substr(line, begin - line).find_first_not_of(" \t") == text.npos;
  const std::string_view rest = text.substr(end, 2);
  const bool continues = line >= 2 && text.substr(line - 2, 2) == "\\\n";
  if (first && rest == "\\\n") {
    begin = line;
    end += 2;
  } else if (first && continues && (rest.starts_with('\n') || rest.empty())) {
    begin = line - 2;  // the command ends in the line above
    while (begin > 0 && text[begin - 1] == ' ') --begin;
  } else if (first && (rest.starts_with('\n') || rest.empty())) {
    begin = line;
    end += rest.empty() ? 0 : 1;
  } else if (rest.starts_with('\n') || rest.empty()) {
    while (begin > 0 && text[begin - 1] == ' ') --begin;
  }
  return {{word.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, ""};
}

TextEdit remove_setting(const Source& source, Span setting) {
  constexpr std::string_view kExport = "export ";
  const std::string_view text = source.bytes();
  const std::string_view before = text.substr(0, setting.begin);
  const std::string_view behind = text.substr(setting.end);
  const std::size_t next = behind.find_first_not_of(" \t");
  const bool is_last =
      next == behind.npos || std::string_view("\r\n;&|#)}").find(behind[next]) != behind.npos;
  if (is_last && before.ends_with(kExport))
    setting.begin -= static_cast<std::uint32_t>(kExport.size());
  return remove_word(source, setting);
}

std::size_t count_expansions(std::string_view text, std::string_view name) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  std::size_t count = 0;
  for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$', at + 1)) {
    std::string_view rest = text.substr(at + 1);
    if (rest.starts_with('{')) rest.remove_prefix(1);
    if (rest.starts_with('#') || rest.starts_with('!')) rest.remove_prefix(1);
    if (!rest.starts_with(name)) continue;
    rest.remove_prefix(name.size());
    if (rest.empty() || kLetters.find(rest[0]) == kLetters.npos) ++count;
  }
  return count;
}

}  // namespace mmlint::fix
