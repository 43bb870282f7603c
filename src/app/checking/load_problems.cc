#include "app/checking/load_problems.h"

#include "app/checking/judging.h"
#include "app/output/output.h"

namespace mmlint::app {

void write_load_problems(const Options& options, Project& project,
                         std::span<const std::string> paths) {
  const auto judging = prepare_judging(options);
  if (!judging) return write_error(to_string(judging.error()));
  std::erase_if((*judging)->rules, [](const catalog::Catalog::Active& active) {
    return active.rule->match.kind != catalog::Match::Kind::kProblem;
  });
  check::Request request = (*judging)->request(project);
  request.passed = paths;
  request.through_heirs = false;
  RunReport report;
  for (check::Finding& finding : check::run_check(request)) {
    finding.diagnostic.fix.reset();
    report.diagnostics.push_back(std::move(finding.diagnostic));
  }
  shorten_paths(report, project.current_folder());
  report::Settings settings = report_settings(options);
  write_stderr(report::render_findings(report, project.workspace().sources(), settings));
  for (const std::string& path : paths) {
    write_stderr(
        fmt::format("mmlint: {}: does not load\n", relative_path(path, project.current_folder())));
  }
}

}  // namespace mmlint::app
