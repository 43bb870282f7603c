
#include "app/checking/batches.h"
#include "app/checking/merging.h"
#include "app/checking/unjudged.h"
#include "app/commands/commands.h"
#include "app/files/spare.h"
#include "app/output/baseline.h"
#include "app/output/folder_lock.h"
#include "app/output/output.h"
#include "app/output/progress.h"
#include "app/output/writing.h"
#include "project/gitignore.h"

namespace mmlint::app {
namespace {

// The folder that names in a diff are relative to: the work tree's, else the current one, else the
// nearest above all changes.
std::string diff_root(const std::string& current_folder, const RunReport& report) {
  const std::string& first = report.changes.empty() ? current_folder : report.changes.front().path;
  std::string root = project::git_root(DiskFileSystem(), first);
  if (root.empty()) root = current_folder;
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

// One run of `fix`, over all batches and their parts.
class FixRun {
 public:
  explicit FixRun(const Options& given) : given_(given), clock_(report_) { report_.is_fix = true; }

  int run() {
    const FolderLock lock(given_.diff ? "" : root_of_first(given_));
    if (!lock.status()) return leave(lock.status().error());
    progress_.emplace(kReading);
    auto batches = batches_of(given_, report_);
    clock_.phase("settings");
    if (!batches.empty()) options_.lang = batches.front().options.lang;
    for (std::size_t i = 0; i < batches.size() && !cannot_go_on_; ++i) {
      for (const std::string& folder : fix_batch(batches[i])) {
        if (auto nested = nested_batch(folder, given_, report_))
          batches.push_back(std::move(*nested));
      }
    }
    if (several_) merge_parts(parts_of_file_, sources_, report_);
    use_baseline(options_, judged_, sources_, report_);
    progress_.reset();
    if (cannot_go_on_ || !project_) return leave(report_, 0);
    if (const Status done = write(); !done) report_.errors.push_back(done.error());
    return leave(report_, judge(given_, report_));
  }

 private:
  // The project of a batch, with the files as the parts before have left them. All but the first
  // time, what is said of it was said before.
  void read(const Batch& batch, bool is_first) {
    RunReport said_before;
    RunReport& report = is_first ? report_ : said_before;
    Project::Files files;
    for (const FileChange& change : report_.changes) files[change.path] = change.after;
    project_ = std::make_unique<Project>(batch.options, report, sources_, std::move(files));
    project_->read_scripts(report);
  }

  // Returns the folders in it that have settings of their own.
  std::vector<std::string> fix_batch(const Batch& batch) {
    progress_->step(kReading);
    read(batch, true);
    clock_.phase("read");
    progress_->step(kFixing);
    if (batches_++ > 0 && !several_) name_targets(report_);
    several_ = several_ || batches_ > 1;
    std::size_t count = 1;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) read(batch, false);
      auto parts = parts_of(batch.settings, *project_);
      if (!parts) {
        report_.errors.push_back(parts.error());
        cannot_go_on_ = true;
        return {};
      }
      count = parts->size();
      several_ = several_ || count > 1;
      if (i == 0) count_parts(*parts, parts_of_file_);
      if (i < count) fix_part((*parts)[i]);
    }
    clock_.phase("fix");
    if (auto wrong = overwritten_input(batch.options, *project_)) {
      report_.errors.push_back(std::move(*wrong));
      cannot_go_on_ = true;
    }
    return project_->nested();
  }

  void fix_part(Part& part) {
    const Judging& judging = *part.judging;
    Project& project = *project_;
    add_description(judging, report_);
    if (has_baseline(options_)) add_judged(judging, project.files(), judged_);
    check::Request request = part.request(project);
    if (may_use_mmengine(request)) add_unknown_targets(judging, report_);
    const fix::Options fixing = part.fixing(project);
    fix::Outcome outcome;
    const Spared judged = spare_the_others(part.configs, report_, [&](const auto& paths) {
      request.passed = paths;
      outcome = fix::fix(request, fixing);
    });
    request.passed = judged.paths;
    RunReport own;
    own.diagnostics = std::move(outcome.left);
    own.fixed = std::move(outcome.fixed);
    own.refused = std::move(outcome.refused);
    own.migrations = std::move(outcome.migrations);
    own.open = std::move(outcome.open);
    judging.set_severities(own.diagnostics);
    add_rule_helps(judging, part.options, own.diagnostics, rules_);
    for (std::string& note : outcome.notes) shorten_path(note, project.current_folder());
    own.notes = std::move(outcome.notes);
    Unjudged unjudged;
    unjudged.add(request);
    for (std::string& note : unjudged.notes(judging, project.current_folder()))
      own.notes.push_back(std::move(note));
    note_left_out(judging, own);
    shorten_paths(own, project.current_folder());
    if (several_) name_targets(judging, own);
    own.changes = std::move(outcome.changes);
    add_part(std::move(own), report_);
  }

  Status write() {
    Project& project = *project_;
    const std::string& from_stdin = project.stdin_path();
    if (given_.diff) {
      merge_by_real_path(report_.changes, project.disk());
      const Status done = write_diff(
          report::render_diff(report_.changes, diff_root(project.current_folder(), report_)));
      write_stderr(report::render_summary(report_, sources_, report_settings(options_)));
      return done;
    }
    if (!from_stdin.empty()) {
      const auto changed = std::ranges::find_if(
          report_.changes, [&](const FileChange& change) { return change.path == from_stdin; });
      return write_stdout(changed != report_.changes.end()
                              ? std::string_view(changed->after)
                              : project.workspace().document(from_stdin)->source().bytes());
    }
    write_changes(project, report_);
    return write_reports(options_, report_, sources_, rules_);
  }

  const Options& given_;
  Options options_ = given_;  // for what is printed
  RunReport report_;
  Clock clock_;
  SourceStore sources_;
  std::vector<report::RuleHelp> rules_;  // those of what is left
  std::unique_ptr<Project> project_;     // of the last batch
  std::optional<Progress> progress_;
  report::JudgedFiles judged_{.paths = {}, .rules = {}, .exists = is_there};
  std::map<std::string, std::size_t> parts_of_file_;  // by absolute path
  std::size_t batches_ = 0;
  bool several_ = false;       // files are judged in more than one way
  bool cannot_go_on_ = false;  // what is wrong stands in the report
};

}  // namespace

int run_fix(const Options& options) {
  return FixRun(options).run();
}

}  // namespace mmlint::app
