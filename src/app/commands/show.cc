

#include "app/checking/load_problems.h"
#include "app/commands/commands.h"
#include "app/commands/key_argument.h"
#include "app/commands/shown_config.h"
#include "app/files/given_paths.h"
#include "app/files/spare.h"
#include "app/output/output.h"
#include "app/output/writing.h"
#include "report/shown.h"
#include "value/key_path.h"
#include "value/value_json.h"

namespace mmlint::app {
namespace {

using config::Resolved;

// Writes configs one after another, so that a long run needs no memory for its text.
class Printer {
 public:
  Printer(const Options& options, Project& project, std::size_t count)
      : options_(options),
        project_(project),
        notes_(notes_of(project, options.origins)),
        // One file gives the bare value; a folder or several paths always give a list.
        single_(count == 1 && options.paths.size() == 1 && options.files_from.empty() &&
                project.named(project.configs().front())) {}

  void begin() {
    if (is("json") && !single_) put("[");
  }

  void config(const Shown& shown) {
    if (is("python")) {
      if (!single_) put(fmt::format("{}# {}\n", any_ ? "\n" : "", report::printable(shown.path)));
      put(python_text(shown, notes_));
    } else if (is("json") && single_ && !options_.origins) {
      put(indented(to_json(*shown.value)) + "\n");
    } else {
      record(json_record(shown, project_, options_.origins));
    }
    any_ = true;
  }

  // False if the format has no place for what is wrong with the config.
  bool refusal(const Resolved& config, const std::string& path) {
    if (is("python") || (is("json") && single_)) return false;
    record(json_refusal(config, path, project_));
    any_ = true;
    return true;
  }

  Status end() {
    if (is("json") && !single_) put(any_ ? "\n]\n" : "]\n");
    if (options_.outputs.front() != "-") return write_output(options_.outputs.front(), text_);
    return done_;
  }

 private:
  bool is(std::string_view format) const {
    return options_.value_format.empty() ? format == "python" : options_.value_format == format;
  }

  void record(const std::string& line) {
    if (is("jsonl"))
      put(line + "\n");
    else if (single_)
      put(indented(line) + "\n");
    else
      put((any_ ? ",\n" : "\n") + indented(line));
  }

  void put(std::string_view text) {
    if (options_.outputs.front() != "-")
      text_ += text;
    else if (done_)
      done_ = write_stdout(text);
  }

  const Options& options_;
  Project& project_;
  const NoteOf notes_;
  const bool single_;
  bool any_ = false;
  std::string text_;
  Status done_;
};

}  // namespace

int run_show(const Options& options) {
  RunReport report;
  if (const auto wrong = not_a_key_path(options.key); wrong && !options.key.empty())
    return leave(*wrong);
  SourceStore sources;
  Project project(options, report, sources);
  std::vector<const Resolved*> configs;
  const Spared spared = spare_the_others(project.configs(), report, [&](const auto& some) {
    configs = project.workspace().resolve(some);
  });
  const auto paths = spared.paths;
  if (paths.empty() && !report.errors.empty()) return leave(report, 0);
  if (auto wrong = overwritten_input(options, project)) {
    report.errors.push_back(std::move(*wrong));
    return leave(report, 0);
  }
  Printer printer(options, project, paths.size());
  printer.begin();
  std::vector<std::string> unsaid;  // configs that do not load
  bool all_loaded = true;
  for (std::size_t i = 0; i < configs.size(); ++i) {
    const Resolved& config = *configs[i];
    const std::string path = as_given(paths[i], project);
    if (!config.ok() || !config.root_problems.empty()) {
      all_loaded = false;
      if (!printer.refusal(config, path)) unsaid.push_back(paths[i]);
      continue;
    }
    const FoundValue found = value_at(*config.root, options.key);
    if (!found.value) {
      report.errors.push_back(no_such_key(*config.root, options.key, path));
      continue;
    }
    printer.config({.config = &config,
                    .path = path,
                    .key = options.key,
                    .value = found.value,
                    .origin = found.entry ? found.entry->origin : nullptr});
  }
  if (const Status done = printer.end(); !done) report.errors.push_back(done.error());
  if (paths.empty() && report.internal_errors.empty()) write_error("no configs found");
  if (!unsaid.empty()) write_load_problems(options, project, unsaid);
  return leave(report, all_loaded ? 0 : 1);
}

}  // namespace mmlint::app
