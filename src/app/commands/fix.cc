#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/clock.h"
#include "app/commands/commands.h"
#include "app/discover.h"
#include "app/given_path.h"
#include "app/judging.h"
#include "app/output.h"
#include "app/overwritten.h"
#include "app/spare.h"
#include "app/unjudged.h"
#include "app/writing.h"
#include "base/paths.h"
#include "fix/fixer.h"

namespace mmlint::app {
namespace {

// The folder that names in a diff are relative to: the work tree's, else the current one, else the
// nearest above all changes.
std::string diff_root(Project& project, const RunReport& report) {
  const std::string& first =
      report.changes.empty() ? project.current_folder() : report.changes.front().path;
  std::string root = git_root(project.disk(), first);
  if (root.empty()) root = project.current_folder();
  for (const FileChange& change : report.changes) {
    while (!is_below(change.path, root)) root = parent_folder(root);
  }
  return root;
}

int judge(const Options& options, const RunReport& report) {
  if (options.exit_zero) return static_cast<int>(Exit::kClean);
  if (options.diff) return report.changes.empty() ? 0 : 1;
  if (options.exit_non_zero_on_fix && !report.changes.empty()) return 1;
  return exit_code(options, report.diagnostics);
}

}  // namespace

int run_fix(const Options& options) {
  RunReport report;
  report.is_fix = true;
  Clock clock(report);
  const auto judging = prepare_judging(options);
  if (!judging) {
    write_error(to_string(judging.error()));
    return static_cast<int>(Exit::kUsage);
  }
  (*judging)->describe(report);
  const FolderLock lock(options.diff ? "" : root_of_first(options));
  Project project(options, report);
  project.read_scripts(options, report);
  clock.phase("read");

  check::Request request = (*judging)->request(project);
  const fix::Options fixing{options.unsafe, options.where, [&](const std::string& path) {
                              return project.may_edit(path, options.where);
                            }};
  fix::Outcome outcome;
  const auto judged = spare_the_others(project.configs(), report, [&](const auto& paths) {
    request.passed = paths;
    outcome = fix::fix(request, fixing);
  });
  request.passed = judged;
  clock.phase("fix");
  report.diagnostics = std::move(outcome.left);
  report.fixed = std::move(outcome.fixed);
  report.refused = std::move(outcome.refused);
  report.changes = std::move(outcome.changes);
  for (std::string& note : outcome.notes) shorten_path(note, project.current_folder());
  std::move(outcome.notes.begin(), outcome.notes.end(), std::back_inserter(report.notes));
  for (std::string& note : unjudged_notes(**judging, request, project.current_folder()))
    report.notes.push_back(std::move(note));
  report.open = std::move(outcome.open);
  note_left_out(options, **judging, report);
  shorten_paths(report, project.current_folder());

  if (auto wrong = overwritten_input(options, project)) {
    report.errors.push_back(std::move(*wrong));
    return leave(report, 0);
  }
  const std::string& from_stdin = project.stdin_path();
  const bool prints_file = !from_stdin.empty() && !options.diff;
  if (!options.diff && from_stdin.empty()) write_changes(project, report);
  Status done;
  if (prints_file) {
    const auto changed = std::find_if(report.changes.begin(), report.changes.end(),
                                      [&](const FileChange& c) { return c.path == from_stdin; });
    done = write_stdout(changed != report.changes.end()
                            ? std::string_view(changed->after)
                            : project.workspace().document(from_stdin)->source().bytes());
  } else if (options.diff) {
    done = write_diff(report::render_diff(report.changes, diff_root(project, report)));
    write_stderr(fmt::format("{}", report::render_summary(report, project.workspace().sources(),
                                                          report_settings(options, project))));
  } else {
    done = write_reports(options, report, project);
  }
  if (!done) report.errors.push_back(done.error());
  return leave(report, judge(options, report));
}

}  // namespace mmlint::app
