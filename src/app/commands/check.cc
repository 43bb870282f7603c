#include <cstdio>

#include <fmt/format.h>

#include "app/clock.h"
#include "app/commands/commands.h"
#include "app/judging.h"
#include "app/output.h"
#include "app/overwritten.h"
#include "app/spare.h"
#include "app/unjudged.h"
#include "check/failures.h"
#include "fix/fixer.h"

namespace mmlint::app {
namespace {

// Formats that tell editors what a fix would do.
bool wants_edits(const Options& options) {
  for (const report::Format format : options.formats) {
    if (format == report::Format::kJson || format == report::Format::kJsonl) return true;
  }
  return false;
}

}  // namespace

int run_check(const Options& options) {
  RunReport report;
  Clock clock(report);
  const auto judging = prepare_judging(options);
  if (!judging) {
    write_error(to_string(judging.error()));
    return static_cast<int>(Exit::kUsage);
  }
  (*judging)->describe(report);
  clock.phase("rules");
  Project project(options, report);
  project.read_scripts(options, report);
  clock.phase("read");

  check::Request request = (*judging)->request(project);
  std::vector<check::Finding> findings;
  const auto judged = spare_the_others(project.configs(), report, [&](const auto& paths) {
    request.passed = paths;
    report.open.clear();
    findings = check::check(request, &report.open);
  });
  request.passed = judged;
  clock.phase("check");
  const fix::Options fixing{options.unsafe, options.where, [&](const std::string& path) {
                              return project.may_edit(path, options.where);
                            }};
  fix::describe_fixes(findings, request, fixing, wants_edits(options));
  for (std::string& note : check::take_notes(findings, request))
    report.notes.push_back(std::move(note));
  report.failures = check::failures(findings, request);
  for (check::Finding& finding : findings)
    report.diagnostics.push_back(std::move(finding.diagnostic));
  for (std::string& note : unjudged_notes(**judging, request, project.current_folder()))
    report.notes.push_back(std::move(note));
  note_left_out(options, **judging, report);
  shorten_paths(report, project.current_folder());
  clock.phase("fixes");

  if (auto wrong = overwritten_input(options, project)) {
    report.errors.push_back(std::move(*wrong));
    return leave(report, 0);
  }
  const Status done = write_reports(options, report, project);
  if (!done) report.errors.push_back(done.error());
  return leave(report, exit_code(options, report.diagnostics));
}

}  // namespace mmlint::app
