#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project.h"
#include "base/paths.h"
#include "resolve/value_json.h"

namespace mmlint::app {
namespace {

using resolve::Resolved;

void add_problems(std::string& out, const Resolved& config, Project& project, bool& first) {
  const SourceStore& sources = project.workspace().sources();
  auto problems = config.problems;
  problems.insert(problems.end(), config.root_problems.begin(), config.root_problems.end());
  for (const resolve::Problem& problem : problems) {
    const auto detail = problem.captures.find("detail");
    out += fmt::format("{}{{\"code\": \"{}\", \"message\": {}, \"line\": {}}}", first ? "" : ", ",
                       resolve::rule_name(problem.kind),
                       resolve::to_json(detail == problem.captures.end() ? "" : detail->second),
                       problem.span.known() ? sources.begin_of(problem.span).line : 0);
    first = false;
  }
  if (!problems.empty()) return;
  for (const resolve::BaseLink& link : config.links) {
    const Resolved* base = project.workspace().resolve(link.path);
    if (base && !base->ok()) add_problems(out, *base, project, first);
  }
}

}  // namespace

int run_show(const Options& options) {
  RunReport report;
  Project project(options, report);
  const auto configs = project.workspace().resolve(project.configs());
  for (std::size_t i = 0; i < configs.size(); ++i) {
    const Resolved& config = *configs[i];
    const std::string path = relative_path(project.configs()[i], project.current_folder());
    std::string line = fmt::format("{{\"path\": {}, ", resolve::to_json(path));
    if (config.ok() && config.root_problems.empty()) {
      line += fmt::format("\"ok\": true, \"config\": {}}}\n", resolve::to_json(*config.root));
    } else {
      line += "\"ok\": false, \"problems\": [";
      bool first = true;
      add_problems(line, config, project, first);
      line += "]}\n";
    }
    if (const Status done = write_stdout(line); !done) report.errors.push_back(done.error());
  }
  write_errors(report);
  return report.errors.empty() ? 0 : static_cast<int>(Exit::kUsage);
}

}  // namespace mmlint::app
