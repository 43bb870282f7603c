
#include "app/commands/commands.h"
#include "app/commands/diagnose/log_file.h"
#include "app/commands/diagnose/log_links.h"
#include "app/output/output.h"
#include "app/output/writing.h"
#include "catalog/load.h"
#include "report/diagnosis.h"

namespace mmlint::app {
namespace {

bool failed(const logs::Diagnosis& diagnosis) {
  return diagnosis.verdict != catalog::Verdict::kFinished &&
         diagnosis.verdict != catalog::Verdict::kNoLog;
}

// The rules that do not hold on the target that the user has named.
std::set<std::string> silent_rules(const Judging& judging) {
  std::set<std::string> out;
  if (!judging.target_chosen) return out;
  for (const catalog::Rule& rule : judging.catalog.rules()) out.insert(rule.code);
  for (const auto& active : judging.catalog.active(*judging.target)) out.erase(active.rule->code);
  return out;
}

}  // namespace

int run_diagnose(const Options& options) {
  RunReport report;
  const auto judging = prepare_judging(options);
  if (!judging) {
    write_error(to_string(judging.error()));
    return static_cast<int>(Exit::kUsage);
  }
  const auto known = catalog::load_signatures((*judging)->catalog);
  if (!known) {
    write_error(to_string(known.error()));
    return static_cast<int>(Exit::kInternal);
  }
  const auto releases = catalog::ReleaseLines::load();
  if (!releases) {
    write_error(to_string(releases.error()));
    return static_cast<int>(Exit::kInternal);
  }
  const logs::Signatures signatures(*known);
  const logs::Question question{*(*judging)->target, *releases, (*judging)->language,
                                silent_rules(**judging)};
  std::vector<logs::Diagnosis> diagnoses;
  for (const std::string& path : options.paths) {
    logs::Reader reader(signatures);
    if (const Status read = read_log(path, reader); !read) {
      report.errors.push_back(read.error());
      continue;
    }
    const std::string name = path == "-" ? "<stdin>" : path;
    diagnoses.push_back(logs::diagnose(reader, name, question));
  }
  link_to_project(diagnoses, options, **judging, report);
  report::Settings settings;
  settings.color = use_color(options);
  settings.language = (*judging)->language;
  const std::string text = options.value_format == "json"
                               ? report::render_diagnoses_json(diagnoses)
                               : report::render_diagnoses(diagnoses, settings);
  std::vector<std::string> read = options.paths;
  read.insert(read.end(), {options.log_config, options.log_script, options.log_launcher});
  if (auto wrong = overwritten_input(options, read))
    report.errors.push_back(std::move(*wrong));
  else if (const Status done = write_output(options.outputs.front(), text); !done)
    report.errors.push_back(done.error());
  const bool any = std::ranges::any_of(diagnoses, failed);
  return leave(report, static_cast<int>(any ? Exit::kFindings : Exit::kClean));
}

}  // namespace mmlint::app
