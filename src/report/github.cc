#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/paths.h"
#include "report/formats.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

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

// Line ends stay; they are the one control character that a message may have.
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

const char* command(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInfo:
      break;
  }
  return "notice";
}

// GitHub wants names relative to the root of the repository.
std::string repository_path(const std::string& path, const Settings& settings) {
  const bool is_inside = !settings.git_root.empty() && is_below(path, settings.git_root);
  return is_inside ? relative_path(path, settings.git_root) : shown_path(path, settings);
}

}  // namespace

std::string render_github(const RunReport& report, const SourceStore& sources,
                          const Settings& settings) {
  std::string out;
  for (const Diagnostic& finding : report.diagnostics) {
    const Source& source = sources.get(finding.primary.file);
    const Position begin = source.lines().position(finding.primary.begin);
    const Position end = source.lines().position(finding.primary.end);
    out +=
        fmt::format("::{} file={},line={}", command(finding.severity),
                    escaped(printable(repository_path(source.path(), settings)), true), begin.line);
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
  return out;
}

}  // namespace mmlint::report
