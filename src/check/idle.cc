#include "check/idle.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "check/data_words.h"
#include "project/workspace.h"

namespace mmlint::check {

using script::Summary;

std::string_view line_before(std::string_view text, std::size_t at) {
  const std::size_t end = text.rfind('\n', at);
  return text.substr(end == text.npos ? 0 : end + 1, at - (end == text.npos ? 0 : end + 1));
}

bool is_idle(Span place, const Summary& script, project::Workspace& workspace) {
  std::string_view text;
  for (const std::string& file : script.files) {
    const syntax::Document* document = workspace.document(file);
    if (document && document->source().id() == place.file) text = document->source().bytes();
  }
  const std::size_t at = place.begin;
  if (at >= text.size()) return false;
  const auto indent_of = [](std::string_view line) {
    return std::min(line.size(), line.find_first_not_of(" \t"));
  };
  const std::size_t indent = indent_of(line_before(text, at));
  std::size_t end = text.rfind('\n', at);  // of the line that is looked at
  while (end != text.npos && end != 0) {
    const std::size_t before = text.rfind('\n', end - 1);
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    const std::string_view line = text.substr(begin, end - begin);
    end = before;
    if (trim(line).empty() || indent_of(line) >= indent) continue;
    if (!trim(line).starts_with("def ")) {
      if (indent_of(line) == 0) return false;
      continue;
    }
    const std::string_view name = trim(line).substr(4, trim(line).find('(') - 4);
    int places = 0;
    for (const std::string& file : script.files) {
      const syntax::Document* document = workspace.document(file);
      const std::string_view all = document ? document->source().bytes() : std::string_view();
      for (std::size_t next = 0; has_word(all, name, next, &next); ++next) ++places;
    }
    return places == 1;
  }
  return false;
}

}  // namespace mmlint::check
