#pragma once

#include "app/files/project.h"
#include "check/check.h"

namespace mmlint::app {

// What a run judges by: the rules that --select and --ignore leave, for each of its targets.
struct Judging {
  catalog::Catalog catalog;
  const catalog::Target* target = nullptr;  // the first one
  std::vector<catalog::Catalog::Active> rules;
  std::vector<check::OnTarget> others;
  Language language = Language::kEnglish;
  bool target_chosen = false;
  std::string mmengine;                        // "0.10.7"
  std::string version_note;                    // why it is that release; may be empty
  std::map<std::string, Severity> severities;  // what the settings say, by rule code
  // The codes of errors and warnings that the options leave out and a run would report by default.
  std::set<std::string> left_out;

  // Gives findings the severities that the settings say. A finding that is less serious than its
  // rule, because the project makes it so, gets no more serious.
  void set_severities(std::vector<Diagnostic>& diagnostics) const;
  // Returns the request for run_check(), which borrows this object and the project.
  check::Request request(Project& project) const { return request(project, project.index()); }
  // The same, with the configs of an index alone; it borrows that as well.
  check::Request request(Project& project, const project::Index& index) const {
    return {.workspace = project.workspace(),
            .index = index,
            .passed = project.configs(),
            .target = *target,
            .rules = rules,
            .language = language,
            .scripts = project.scripts(),
            .others = others,
            .launch_scripts = project.launch_scripts(),
            .roots = project.roots(),
            .known_scripts = project.known_scripts(),
            .known_launch_scripts = project.known_launch_scripts(),
            .passed_paths = project.passed_paths(),
            .refused = project.refused(),
            .catalog = &catalog};
  }
};

// Loads the rules and returns those that the options leave, for the targets that they name; or the
// error of a rule file or option that is wrong.
Result<std::unique_ptr<Judging>> prepare_judging(const Options& options);

// Returns the exit code for what was found: 1 if a finding is at or above --fail-on, else 0.
int exit_code(const Options& options, const std::vector<Diagnostic>& diagnostics);
// Adds the help of each rule that there are findings of and that `helps` lacks, on the first of the
// targets that the rule is judged on; nothing if no format asks for it. Examples that cannot be
// read are left out: `mmlint rules` says why.
void add_rule_helps(const Judging& judging, const Options& options,
                    const std::vector<Diagnostic>& findings, std::vector<report::RuleHelp>& helps);

}  // namespace mmlint::app
