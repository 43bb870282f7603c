#include "report/notes.h"

#include <fmt/format.h>

#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {

std::vector<std::string> notes_of(const Diagnostic& finding, const SourceStore& sources,
                                  const Settings& settings) {
  const Words& w = words(settings.language);
  std::vector<std::string> notes;
  if (!finding.why.empty()) notes.push_back(finding.why);
  notes.insert(notes.end(), finding.notes.begin(), finding.notes.end());
  for (const Label& label : finding.labels) {
    const Position at = sources.begin_of(label.span);
    notes.push_back(fmt::format("{}:{}:{}: {}",
                                shown_path(sources.get(label.span.file).path(), settings), at.line,
                                at.column, label.text));
  }
  if (!finding.found_through.empty()) {
    notes.push_back(
        fmt::format("{} {}", w.found_through, shown_path(finding.found_through, settings)));
  }
  if (finding.fix && !finding.fix->why_not_safe.empty())
    notes.push_back(say(w.fix_not_safe, finding.fix->why_not_safe));
  return notes;
}

}  // namespace mmlint::report
