#pragma once

#include "base/diagnostic.h"

namespace mmlint {

// A file that was passed or found but not judged, and why.
struct Skipped {
  std::string path;
  std::string reason;
};

// One file before and after a run of `fix`. Both are the whole bytes.
struct FileChange {
  std::string path;  // absolute
  std::string before;
  std::string after;
  bool created = false;
};

// A fix that was asked for and not applied, and why.
struct RefusedFix {
  std::string code;
  Span primary;
  std::string reason;
};

// A training script that fixes have changed for a target, and nothing more is found in.
struct Migration {
  std::string script;  // its path
  std::string target;
  std::string bridge;   // the vendor's module that it imports now; empty if none was added
  bool on_cpu = false;  // on the target it runs on the CPU
  std::string command;  // that starts it
};

// One way in which a training run would fail, and the codes of the rules whose findings predict it.
struct Failure {
  std::vector<std::string> targets;  // on which; empty unless several were asked for
  std::string stage;  // where in the run: "set-device", see kStages in catalog/vocabulary.h
  std::vector<std::string> codes;   // sorted
  std::vector<std::string> errors;  // alternatives: the log would have one of these texts
};

struct Timing {
  std::string phase;
  double milliseconds = 0;
};

// What a run of check or fix found and did; filled by app, read by reporters.
struct RunReport {
  std::vector<std::string> targets;
  std::vector<std::string> unknown_targets;  // those that MMEngine has no device for
  std::string mmengine;                      // the release of MMEngine that was judged for
  bool target_chosen = false;                // false: the default target was taken
  std::uint32_t configs = 0;                 // documents judged, by kind
  std::uint32_t scripts = 0;
  std::uint32_t shells = 0;
  std::vector<Skipped> skipped;
  std::uint32_t in_baseline = 0;        // findings that a baseline has, which are left out
  std::vector<Diagnostic> diagnostics;  // sorted; after a run of `fix`, those that remain
  std::vector<Diagnostic> fixed;        // what `fix` repaired
  std::vector<RefusedFix> refused;
  std::vector<FileChange> changes;     // sorted by path
  std::vector<Migration> migrations;   // sorted by path
  std::vector<std::string> notes;      // about the whole run; each is printed once
  std::vector<std::string> open;       // sentences about what mmlint could not decide
  std::vector<Failure> failures;       // in the order of a run: each hides the next
  std::vector<Error> errors;           // what mmlint could not do
  std::vector<Error> internal_errors;  // documents on which mmlint itself failed
  std::vector<Timing> timings;
  bool is_fix = false;  // the run was `fix`, so summaries speak of fixes
};

}  // namespace mmlint
