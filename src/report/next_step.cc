#include "report/next_step.h"

#include "report/counts.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

// The first of the most serious findings.
const Diagnostic& worst_of(const RunReport& report) {
  return *std::ranges::max_element(
      report.diagnostics,
      [](const Diagnostic& a, const Diagnostic& b) { return a.severity < b.severity; });
}

}  // namespace

NextStep next_command(const RunReport& report, const Settings& settings) {
  const auto& step = words(settings.language).next;
  const std::string& arguments = settings.arguments;
  const auto line = [](const std::string& what, const std::string& command) {
    return NextStep{what, "mmlint " + command};
  };
  if (arguments.empty()) return {};
  if (settings.dry_run && !report.changes.empty())
    return line(step.write,
                fmt::format("fix {}{}", arguments, settings.fixes_unsafe ? " --unsafe" : ""));
  if (report.diagnostics.empty()) return {};
  const Counts counts = count_findings(report);
  if (counts.safe > 0)
    return line(counted(counts.safe, step.safe), fmt::format("fix {} --diff", arguments));
  if (counts.unsafe > 0) {
    return line(counted(counts.unsafe, step.unsafe),
                fmt::format("fix {} --unsafe --diff", arguments));
  }
  const Diagnostic& worst = worst_of(report);
  if (worst.severity == Severity::kInfo && !settings.verbose)
    return line(step.verbose, fmt::format("check {} --verbose", arguments));
  return line(step.rule, fmt::format("rules {}", printable(worst.code)));
}

std::string next_step(const RunReport& report, const Settings& settings) {
  const NextStep next = next_command(report, settings);
  return next.command.empty() ? "" : next.words + next.command + '\n';
}

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
