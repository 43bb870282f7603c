
#include "app/checking/batches.h"
#include "app/checking/merging.h"
#include "app/checking/unjudged.h"
#include "app/commands/commands.h"
#include "app/files/spare.h"
#include "app/output/baseline.h"
#include "app/output/output.h"
#include "app/output/progress.h"
#include "app/output/writing.h"
#include "check/findings/failures.h"
#include "check/findings/notes.h"

namespace mmlint::app {
namespace {

// One run of `check`, over all batches and their parts.
class Check {
 public:
  explicit Check(const Options& given) : given_(given), clock_(report_) {}

  int run() {
    auto batches = batches_of(given_, report_);
    clock_.phase("settings");
    if (!batches.empty()) options_.lang = batches.front().options.lang;
    std::unique_ptr<Project> project;  // of one batch, while the next one has not begun
    for (std::size_t i = 0; i < batches.size() && !cannot_go_on_; ++i) {
      project.reset();
      progress_->step(kReading);
      project = std::make_unique<Project>(batches[i].options, report_, sources_);
      judge(batches[i], *project);
      for (const std::string& folder : project->nested()) {
        if (auto nested = nested_batch(folder, given_, report_))
          batches.push_back(std::move(*nested));
      }
    }
    // The system takes back all of its memory at once when the process ends; to give back a million
    // values one by one takes a twentieth of a run.
    static std::unique_ptr<Project>& kept = *new std::unique_ptr<Project>;
    kept = std::move(project);
    if (several_) merge_parts(parts_of_file_, sources_, report_);
    use_baseline(options_, judged_, sources_, report_);
    progress_.reset();
    if (cannot_go_on_) return leave(report_, 0);
    const Status done = write_reports(options_, report_, sources_, rules_);
    if (!done) report_.errors.push_back(done.error());
    return leave(report_, exit_code(given_, report_.diagnostics));
  }

 private:
  void judge(const Batch& batch, Project& project) {
    project.read_scripts(report_);
    clock_.phase("read");
    progress_->step(kJudging);
    auto parts = parts_of(batch.settings, project);
    if (!parts) {
      report_.errors.push_back(parts.error());
      cannot_go_on_ = true;
      return;
    }
    clock_.phase("rules");
    if (batches_++ > 0 && !several_) name_targets(report_);
    several_ = several_ || parts->size() > 1 || batches_ > 1;
    count_parts(*parts, parts_of_file_);
    for (Part& part : *parts) judge(part, project);
    if (auto wrong = overwritten_input(batch.options, project)) {
      report_.errors.push_back(std::move(*wrong));
      cannot_go_on_ = true;
    }
  }

  void judge(Part& part, Project& project) {
    const Judging& judging = *part.judging;
    add_description(judging, report_);
    if (has_baseline(options_)) add_judged(judging, project.files(), judged_);
    check::Request request = part.request(project);
    if (may_use_mmengine(request)) add_unknown_targets(judging, report_);
    std::vector<check::Finding> findings;
    std::vector<std::string> open;
    std::unique_ptr<Unjudged> unjudged;
    const fix::Options fixing = part.fixing(project);
    spare_the_others(part.configs, report_, [&](const auto& paths) {
      request.passed = paths;
      open.clear();
      unjudged = std::make_unique<Unjudged>();
      findings = check::run_check(
          request, &open, [&](std::vector<check::Finding>& some, const check::Request& of_some) {
            fix::describe_fixes(some, of_some, fixing, lists_edits_);
            unjudged->add(of_some);
          });
    });
    clock_.phase("check");
    RunReport own;
    own.notes = check::take_notes(findings, request);
    own.failures = check::failures(findings, request);
    own.open = std::move(open);
    for (check::Finding& finding : findings)
      own.diagnostics.push_back(std::move(finding.diagnostic));
    judging.set_severities(own.diagnostics);
    add_rule_helps(judging, part.options, own.diagnostics, rules_);
    for (std::string& note : unjudged->notes(judging, project.current_folder()))
      own.notes.push_back(std::move(note));
    note_left_out(judging, own);
    shorten_paths(own, project.current_folder());
    if (several_) name_targets(judging, own);
    add_part(std::move(own), report_);
  }

  const Options& given_;
  Options options_ = given_;  // for what is printed
  RunReport report_;
  Clock clock_;
  SourceStore sources_;
  std::vector<report::RuleHelp> rules_;  // those that were found
  std::optional<Progress> progress_{std::in_place, kReading};
  report::JudgedFiles judged_{.paths = {}, .rules = {}, .exists = is_there};
  std::map<std::string, std::size_t> parts_of_file_;  // by absolute path
  std::size_t batches_ = 0;
  const bool lists_edits_ = std::ranges::any_of(given_.formats, &report::Format::has_edits);
  bool several_ = false;       // files are judged in more than one way
  bool cannot_go_on_ = false;  // what is wrong stands in the report
};

}  // namespace

int run_check(const Options& options) {
  return options.show_settings ? run_show_settings(options) : Check(options).run();
}

}  // namespace mmlint::app
