#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "app/project.h"
#include "base/paths.h"
#include "resolve/value_json.h"

namespace mmlint::app {
namespace {

using resolve::Resolved;

// The path as it was given: below the argument that led to it.
std::string as_given(const std::string& path, const Options& options, const Project& project) {
  for (const std::string& argument : options.paths) {
    const std::string absolute = absolute_path(argument, project.current_folder());
    if (!is_below(path, absolute)) continue;
    std::string given = argument;
    while (given.size() > 1 && given.ends_with('/')) given.pop_back();
    if (given.starts_with("./")) given = given.substr(2);
    const std::string rest = path.substr(absolute.size());
    return given == "." || given.empty() ? rest.substr(rest.starts_with('/') ? 1 : 0)
                                         : given + rest;
  }
  return relative_path(path, project.current_folder());
}

void add_problems(std::string& out, const Resolved& config, const Options& options,
                  Project& project, bool& first) {
  const SourceStore& sources = project.workspace().sources();
  auto problems = config.problems;
  problems.insert(problems.end(), config.root_problems.begin(), config.root_problems.end());
  for (const resolve::Problem& problem : problems) {
    const auto text = [&](const char* capture) {
      const auto found = problem.captures.find(capture);
      return resolve::to_json(found == problem.captures.end() ? "" : found->second);
    };
    const bool known = problem.span.known();
    const std::string& path = known ? sources.get(problem.span.file).path() : config.path;
    std::string others;
    for (const resolve::Place& place : problem.places) {
      others += fmt::format(
          "{}{{\"path\": {}, \"line\": {}}}", others.empty() ? "" : ", ",
          resolve::to_json(as_given(sources.get(place.span.file).path(), options, project)),
          sources.begin_of(place.span).line);
    }
    out += fmt::format(
        "{}{{\"code\": \"{}\", \"exception\": {}, \"message\": {}, \"path\": {}, \"line\": {}, "
        "\"others\": [{}]}}",
        first ? "" : ", ", resolve::rule_name(problem.kind), text("exception"), text("detail"),
        resolve::to_json(as_given(path, options, project)),
        known ? sources.begin_of(problem.span).line : 0, others);
    first = false;
  }
  if (!problems.empty()) return;
  for (const resolve::BaseLink& link : config.links) {
    const Resolved* base = project.workspace().resolve(link.path);
    if (base && !base->ok()) add_problems(out, *base, options, project, first);
  }
}

}  // namespace

int run_show(const Options& options) {
  RunReport report;
  Project project(options, report);
  const auto configs = project.workspace().resolve(project.configs());
  for (std::size_t i = 0; i < configs.size(); ++i) {
    const Resolved& config = *configs[i];
    const std::string path = as_given(project.configs()[i], options, project);
    std::string line = fmt::format("{{\"path\": {}, ", resolve::to_json(path));
    if (config.ok() && config.root_problems.empty()) {
      line += fmt::format("\"ok\": true, \"config\": {}}}\n", resolve::to_json(*config.root));
    } else {
      line += "\"ok\": false, \"problems\": [";
      bool first = true;
      add_problems(line, config, options, project, first);
      line += "]}\n";
    }
    if (const Status done = write_stdout(line); !done) report.errors.push_back(done.error());
  }
  write_errors(report);
  return leave(report.errors.empty() ? 0 : static_cast<int>(Exit::kUsage));
}

}  // namespace mmlint::app
