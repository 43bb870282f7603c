#pragma once

#include <string>
#include <vector>

#include "base/run_report.h"
#include "check/check.h"

namespace mmlint::fix {

// A config that was ported, and what became of the findings in it.
struct Ported {
  std::vector<FileChange> changes;  // the module, if any, then the config; nothing is written
  std::vector<Intent> differences;  // keys that are not what they are in the config
  std::vector<Diagnostic> fixed;
  std::vector<RefusedFix> refused;
  std::vector<Diagnostic> left;    // what the target does not take and nothing could be done about
  std::vector<std::string> notes;  // what is said once per run
};

// Writes a config for another target that inherits one, which stays as it is, and says only what
// the target needs. `request` says for which target, by which rules, and in which workspace; its
// one passed config, which must load, is inherited by the one at the absolute path `out`. The run
// is taken to be launched. With `overwrite` the module may take the place of one that mmlint wrote
// before. An error says what to do.
Result<Ported> port(const check::Request& request, const std::string& out, bool overwrite);

}  // namespace mmlint::fix
