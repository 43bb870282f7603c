

#include "report/counts.h"
#include "report/folding.h"
#include "report/formats.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

constexpr std::size_t kShown = 10;  // annotations of a kind that GitHub shows of a step

// As escapeData and escapeProperty of GitHub's toolkit (packages/core/src/command.ts). printable()
// has left no line ends but those of `text` itself.
std::string escaped(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : text) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\r') {
      out += "%0D";
    } else if (c == '\n') {
      out += "%0A";
    } else if (is_property && c == ':') {
      out += "%3A";
    } else if (is_property && c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

const char* command(Severity severity) {
  return severity == Severity::kInfo ? "notice" : to_string(severity);
}

// How many annotations the page of the run will not show. The line is no workflow command: it would
// be one annotation more.
std::string not_annotated(const RunReport& report, const Settings& settings) {
  const Words& w = words(settings.language);
  const Counts counts = count_findings(report);
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, const Counted& things) {
    if (count > kShown) parts.push_back(counted(count - kShown, things));
  };
  add(counts.errors, w.errors);
  add(counts.warnings, w.warnings);
  add(counts.infos, w.infos);
  if (parts.empty()) return "";
  return fmt::format("mmlint: {}\n",
                     say(w.not_annotated, fmt::format("{}", fmt::join(parts, w.comma))));
}

}  // namespace

std::string render_github(const RunReport& report, const SourceStore& sources,
                          const Settings& settings) {
  std::string out;
  for (const Diagnostic* each : by_reach(report.diagnostics)) {
    const Diagnostic& finding = *each;
    const std::string& path = sources.get(finding.primary.file).path();
    const Position begin = sources.begin_of(finding.primary);
    const Position end = sources.end_of(finding.primary);
    out += fmt::format("::{} file={},line={}", command(finding.severity),
                       escaped(printable(repository_path(path, settings)), true), begin.line);
    // Columns are only allowed for a range within one line.
    if (begin.line == end.line) {
      out += fmt::format(",col={},endLine={},endColumn={}", begin.column, end.line, end.column);
    } else {
      out += fmt::format(",endLine={}", end.line);
    }
    const std::string title = printable(finding.code + " " + finding.name);
    out += fmt::format(",title={}::{}\n", escaped(title, true),
                       escaped(printable_lines(finding.message), false));
  }
  return out + not_annotated(report, settings);
}

}  // namespace mmlint::report
