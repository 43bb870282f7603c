#pragma once

#include "base/run_report.h"
#include "check/check.h"

namespace mmlint::fix {

// A config that was ported, and what became of the findings in it.
struct Ported {
  // The module, if any, then the config; nothing is written. None if the config would only inherit
  // the other one: then what follows is about that one.
  std::vector<FileChange> changes;
  std::vector<Intent> differences;  // keys that are not what they are in the config
  std::vector<Diagnostic> fixed;
  std::vector<RefusedFix> refused;
  std::vector<Diagnostic> left;    // what the target does not take and nothing could be done about
  std::vector<std::string> notes;  // what is said once per run
};

// Makes a config for another target that inherits an existing one, which stays as it is, and says
// only what the target needs; returns its text and writes no file. `request` says for which target,
// by which rules, and in which workspace; the one config that it passes must load, and the new one
// at the absolute path `out` inherits it. The run is taken to be started by a launcher. With
// `overwrite` the module may take the place of one that mmlint wrote before. An error says what the
// user can do.
Result<Ported> port(const check::Request& request, const std::string& out, bool overwrite);

}  // namespace mmlint::fix
