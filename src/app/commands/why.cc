
#include "app/checking/load_problems.h"
#include "app/commands/commands.h"
#include "app/commands/key_argument.h"
#include "app/files/given_paths.h"
#include "app/files/spare.h"
#include "app/output/output.h"
#include "app/output/writing.h"
#include "base/paths.h"
#include "config/history.h"
#include "value/value_json.h"

namespace mmlint::app {
namespace {

std::string_view role_name(KeyStep::Role role) {
  switch (role) {
    case KeyStep::Role::kSets:
      return "sets";
    case KeyStep::Role::kRead:
      return "read";
    case KeyStep::Role::kShadowed:
      return "overridden";
    case KeyStep::Role::kRemoves:
      break;
  }
  return "removes";
}

std::string json_of(const KeyHistory& history, const std::string& path, Project& project) {
  const SourceStore& sources = project.workspace().sources();
  std::string steps;
  for (const KeyStep& step : history.steps) {
    const Position begin = sources.begin_of(step.at);
    const Position end = sources.end_of(step.at);
    const std::string file =
        relative_path(sources.get(step.at.file).path(), project.current_folder());
    const Source& source = sources.get(step.at.file);
    const std::string_view line =
        source.is_secret() ? std::string_view() : source.lines().line_text(begin.line);
    steps += fmt::format(
        "{}{{\"role\": \"{}\", \"how\": \"{}\", \"path\": {}, \"line\": {}, \"column\": {}, "
        "\"end_line\": {}, \"end_column\": {}, \"source\": {}, \"message\": {}{}}}",
        steps.empty() ? "" : ", ", role_name(step.role), step.how, to_json(file), begin.line,
        begin.column, end.line, end.column, to_json(line), to_json(step.label),
        step.value.empty() ? "" : ", \"value\": " + step.value);
  }
  std::string notes;
  for (const std::string& note : history.notes)
    notes += (notes.empty() ? "" : ", ") + to_json(note);
  return fmt::format(
      "{{\"path\": {}, \"key\": {}, \"exists\": {}{}, \"chain\": [{}], \"notes\": [{}]}}",
      to_json(path), to_json(history.key), history.exists,
      history.exists ? ", \"value\": " + history.json : "", steps, notes);
}

int explain(const config::Resolved& config, const Options& options, Project& project,
            RunReport& report) {
  const std::string path = as_given(config.path, project);
  if (!config.ok() || !config.root_problems.empty()) {
    write_load_problems(options, project, std::span(&config.path, 1));
    return 1;
  }
  const auto history = config::history(project.workspace().written(), config, options.key);
  if (!history) {
    report.errors.push_back(no_such_key(*config.root, options.key, path));
    return 0;
  }
  const std::string& output = options.outputs.front();
  report::Settings settings = report_settings(options);
  settings.color = settings.color && (output == "-" || options.color == Color::kAlways);
  const std::string text =
      options.value_format == "json"
          ? indented(json_of(*history, path, project)) + "\n"
          : report::render_history(*history, project.workspace().sources(), settings);
  if (auto wrong = overwritten_input(options, project))
    report.errors.push_back(std::move(*wrong));
  else if (const Status done = write_output(output, text); !done)
    report.errors.push_back(done.error());
  return 0;
}

}  // namespace

int run_why(const Options& options) {
  RunReport report;
  if (const auto wrong = not_a_key_path(options.key)) return leave(*wrong);
  SourceStore sources;
  Project project(options, report, sources);
  const bool nothing_wrong = report.errors.empty() && report.internal_errors.empty();
  if (project.configs().empty() ? nothing_wrong : !project.named(project.configs().front())) {
    report.errors.push_back({"why takes one config, not a folder", options.paths.front(), 0});
    return leave(report, 0);
  }
  int code = 0;
  spare_the_others(project.configs(), report, [&](const auto& paths) {
    for (const config::Resolved* config : project.workspace().resolve(paths))
      code = explain(*config, options, project, report);
  });
  return leave(report, code);
}

}  // namespace mmlint::app
