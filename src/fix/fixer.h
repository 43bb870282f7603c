#pragma once

#include "base/run_report.h"
#include "check/check.h"
#include "fix/context.h"

namespace mmlint::fix {

struct Options {
  bool unsafe = false;  // fixes that the rule calls unsafe are made too
  Where where = Where::kAuto;
  std::function<bool(const std::string& path)> editable;  // see Context
  // Whether a file is not editable because it is used for targets that are judged apart; may be
  // empty.
  std::function<bool(const std::string& path)> of_other_targets = {};
  bool overwrite = false;  // a new file may take the place of one that mmlint made before
  int rounds = 10;         // at most
};

struct Outcome {
  std::vector<FileChange> changes;  // sorted by path; nothing is written
  std::vector<Diagnostic> fixed;    // one that another's fix repaired as well has no edits
  std::vector<RefusedFix> refused;
  std::vector<Migration> migrations;
  std::vector<std::string> notes;  // what is said once per run, and which scripts still stop
  std::vector<std::string> open;   // what is not decided after the last round
  std::vector<Diagnostic> left;    // what is found after the last round, with its fix described
};

// Fixes what the request's check finds, on a copy of the project, in rounds until one changes
// nothing, and returns the new bytes and what is left; writes no file. Each fix is made whole or
// not at all and is verified alone, and all of a round together; one that would change anything but
// what it says is refused and named.
Outcome fix(const check::Request& request, const Options& options);

// Describes in each finding the fix that it has, as a check reports it: its title and its grade.
// Each is planned as fix() does it; a finding whose fix fix() would refuse gets none and a note
// that says why. With `with_edits` fixes of configs are also tried out on a copy of the project,
// which takes as long as judging it once more, and the finding gets the edits and the keys that
// they change. Those of scripts are always tried.
void describe_fixes(std::vector<check::Finding>& findings, const check::Request& request,
                    const Options& options, bool with_edits);

}  // namespace mmlint::fix
