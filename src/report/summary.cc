#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "report/counts.h"
#include "report/report.h"
#include "report/shown.h"

namespace mmlint::report {
namespace {

// "a", "a and b", "a, b and c".
std::string enumerated(const std::vector<std::string>& parts) {
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += i + 1 == parts.size() ? " and " : ", ";
    out += parts[i];
  }
  return out;
}

std::string documents(const RunReport& report) {
  std::vector<std::string> parts;
  if (report.configs > 0) parts.push_back(counted(report.configs, "config", "configs"));
  if (report.scripts > 0) parts.push_back(counted(report.scripts, "script", "scripts"));
  if (report.shells > 0) parts.push_back(counted(report.shells, "shell script", "shell scripts"));
  return enumerated(parts);
}

std::string targets(const RunReport& report) {
  std::string out;
  for (const std::string& target : report.targets) {
    if (!out.empty()) out += ", ";
    out += printable(target);
  }
  if (!out.empty() && !report.target_chosen) {
    out += " (default; choose another with --target)";
  }
  return out;
}

std::string findings(const Counts& counts) {
  std::vector<std::string> parts;
  if (counts.errors > 0) parts.push_back(counted(counts.errors, "error", "errors"));
  if (counts.warnings > 0) parts.push_back(counted(counts.warnings, "warning", "warnings"));
  if (counts.infos > 0) {
    parts.push_back(counted(counts.infos, "information finding", "information findings"));
  }
  return enumerated(parts);
}

std::string fixable(const Counts& counts) {
  if (counts.safe > 0 && counts.unsafe > 0) {
    return fmt::format(" ({} fixable with 'mmlint fix', {} more with --unsafe)", counts.safe,
                       counts.unsafe);
  }
  if (counts.safe > 0) return fmt::format(" ({} fixable with 'mmlint fix')", counts.safe);
  if (counts.unsafe > 0) {
    return fmt::format(" ({} fixable with 'mmlint fix --unsafe')", counts.unsafe);
  }
  return "";
}

// The last sentence: what was found or is left.
std::string verdict(const RunReport& report) {
  const std::string where = documents(report);
  const std::string target = targets(report);
  if (report.diagnostics.empty()) {
    if (where.empty()) return "Nothing to judge: no config and no script was found.\n";
    const bool was_fixed = report.is_fix && !report.fixed.empty();
    return fmt::format("{}: {}{}{}.\n", was_fixed ? "Nothing left" : "All clean", where,
                       target.empty() ? "" : " for ", target);
  }
  const Counts counts = count_findings(report);
  const char* verb = report.is_fix ? "Left:" : "Found";
  std::string out = fmt::format("{} {}", verb, findings(counts));
  if (!where.empty()) out += " in " + where;
  out += fixable(counts);
  if (!target.empty()) {
    out += fmt::format("; {} {}", report.targets.size() == 1 ? "target" : "targets", target);
  }
  return out + ".\n";
}

std::string fixed(const RunReport& report, const Settings& settings) {
  if (report.fixed.empty() && report.changes.empty()) return "";
  std::size_t created = 0;
  for (const FileChange& change : report.changes) created += change.created;
  return fmt::format("{} {} in {}{}.\n", settings.dry_run ? "Would fix" : "Fixed",
                     counted(report.fixed.size(), "finding", "findings"),
                     counted(report.changes.size(), "file", "files"),
                     created > 0 ? fmt::format(" ({} new)", created) : "");
}

std::string refused(const RunReport& report, const SourceStore& sources, const Settings& settings) {
  std::string out;
  for (const RefusedFix& fix : report.refused) {
    const Source& source = sources.get(fix.primary.file);
    out += fmt::format("{}:{} {} not fixed: {}\n", printable(shown_path(source.path(), settings)),
                       source.lines().position(fix.primary.begin).line, printable(fix.code),
                       printable(fix.reason));
  }
  return out;
}

// The order in which a run would come to its ends.
std::string failures(const RunReport& report) {
  if (report.failures.empty()) return "";
  std::string out = report.failures.size() == 1
                        ? "At run time this would show:\n"
                        : "At run time these would show one by one, each hiding the next:\n";
  int number = 0;
  for (const Failure& failure : report.failures) {
    out += fmt::format("  {}. {}: \"{}\"\n", ++number, fmt::join(failure.codes, ", "),
                       printable(fmt::format("{}", fmt::join(failure.errors, "\" or \""))));
  }
  return out;
}

// One clause per reason; a reason that stopped a single file names it.
std::string skipped(const RunReport& report, const Settings& settings) {
  if (report.skipped.empty()) return "";
  std::string clauses;
  for (const SkipCount& skip : count_skipped(report)) {
    if (!clauses.empty()) clauses += "; ";
    const std::string detail =
        skip.count == 1 ? printable(shown_path(skip.first, settings)) : std::to_string(skip.count);
    clauses += fmt::format("{} ({})", printable(skip.reason), detail);
  }
  return fmt::format("Skipped {}: {}.\n", counted(report.skipped.size(), "file", "files"), clauses);
}

std::string timing(const RunReport& report) {
  std::string out;
  for (const Timing& phase : report.timings) {
    out += fmt::format("{} {} {:.1f} ms", out.empty() ? "Timing:" : ",", printable(phase.phase),
                       phase.milliseconds);
  }
  return out.empty() ? "" : out + ".\n";
}

}  // namespace

std::string render_summary(const RunReport& report, const SourceStore& sources,
                           const Settings& settings) {
  std::string out;
  for (const std::string& note : report.notes) out += fmt::format("note: {}\n", printable(note));
  out += failures(report);
  out += refused(report, sources, settings);
  out += skipped(report, settings);
  if (report.is_fix) out += fixed(report, settings);
  out += verdict(report);
  if (settings.timing) out += timing(report);
  return out;
}

}  // namespace mmlint::report
