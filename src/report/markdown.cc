

#include "base/text.h"
#include "report/folding.h"
#include "report/formats.h"
#include "report/markup.h"
#include "report/next_step.h"
#include "report/shown.h"
#include "report/words.h"

namespace mmlint::report {
namespace {

constexpr std::size_t kRows = 100;  // GitHub drops a summary of more than a megabyte

// The first line of the verdict is a heading, the others are paragraphs.
std::string verdict(const RunReport& report, const SourceStore& sources, const Settings& settings) {
  std::string out;
  const std::string lines = render_verdict(report, sources, settings);
  for (const std::string_view line : split(trim(lines), '\n'))
    out += (out.empty() ? "### mmlint: " : "") + markdown_text(line) + "\n\n";
  return out;
}

std::string errors_of_run(const RunReport& report, const Words& w) {
  std::string out;
  for (const auto* errors : {&report.errors, &report.internal_errors}) {
    for (const Error& error : *errors)
      out += fmt::format("- **{}**{}{}\n", w.severity_of(Severity::kError), w.colon,
                         markdown_text(to_string(error)));
  }
  return out.empty() ? out : out + '\n';
}

std::string failures(const RunReport& report, const Words& w) {
  if (report.failures.empty()) return "";
  std::string out = report.failures.size() == 1 ? w.failure : w.failures;
  out += "\n\n";
  int number = 0;
  for (const Failure& failure : report.failures) {
    std::string errors;
    for (const std::string& error : failure.errors)
      errors += (errors.empty() ? "" : w.or_) + fmt::format("\"{}\"", markdown_text(error));
    std::string where = fmt::format("{}", fmt::join(failure.targets, w.comma));
    if (!where.empty()) where = fmt::format(" ({})", markdown_text(where));
    out += fmt::format("{}. {}{}{}{}\n", ++number,
                       markdown_text(fmt::format("{}", fmt::join(failure.codes, ", "))), where,
                       w.colon, errors);
  }
  return out + '\n';
}

std::string row(const Diagnostic& finding, const SourceStore& sources, const Settings& settings) {
  const Words& w = words(settings.language);
  const std::string place =
      fmt::format("{}:{}", repository_path(sources.get(finding.primary.file).path(), settings),
                  sources.begin_of(finding.primary).line);
  const std::uint32_t reach = finding.affects.count;
  const std::string targets = fmt::format("{}", fmt::join(finding.targets, w.comma));
  return fmt::format("| {} | {} | {} | {} | {}{} | {} |\n", w.severity_of(finding.severity),
                     markdown_text(finding.code + " " + finding.name), markdown_cell_code(place),
                     reach == 0 ? "" : std::to_string(reach), markdown_text(finding.message),
                     targets.empty() ? "" : fmt::format(" ({})", markdown_text(targets)),
                     finding.fix ? w.safety_of(finding.fix->safety) : "");
}

std::string table(const RunReport& report, const SourceStore& sources, const Settings& settings) {
  if (report.diagnostics.empty()) return "";
  const Words& w = words(settings.language);
  std::string out = fmt::format("{}\n| --- | --- | --- | ---: | --- | --- |\n", w.table_head);
  const auto sorted = by_reach(report.diagnostics);
  const std::size_t shown = std::min(kRows, sorted.size());
  for (std::size_t i = 0; i < shown; ++i) out += row(*sorted[i], sources, settings);
  out += '\n';
  if (sorted.size() > shown) out += say(w.more_rows, sorted.size() - shown) + "\n\n";
  return out;
}

}  // namespace

// For the summary of a job: the verdict, what a run would show, the causes, what to do next.
std::string render_markdown(const RunReport& report, const SourceStore& sources,
                            const Settings& settings) {
  const Words& w = words(settings.language);
  std::string out = verdict(report, sources, settings) + errors_of_run(report, w) +
                    failures(report, w) + table(report, sources, settings);
  for (const std::string& note : report.notes) out += fmt::format("- {}\n", markdown_text(note));
  if (!report.notes.empty()) out += '\n';
  if (const NextStep next = next_command(report, settings); !next.command.empty())
    out += markdown_text(next.words) + markdown_code(next.command) + '\n';
  out.erase(out.find_last_not_of('\n') + 1);
  return out + '\n';
}

}  // namespace mmlint::report
