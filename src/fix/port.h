#pragma once

#include <string>
#include <vector>

#include "base/run_report.h"
#include "check/check.h"

// A rewrite that is a new file: a config that inherits another one, which stays as it is, and says
// only what a target needs.
namespace mmlint::fix {

struct Ported {
  std::vector<FileChange> changes;  // the module, if any, then the config; nothing is written
  std::vector<Intent> differences;  // keys that are not what they are in the config
  std::vector<Diagnostic> fixed;
  std::vector<RefusedFix> refused;
  std::vector<Diagnostic> left;    // what the target does not take and nothing could be done about
  std::vector<std::string> notes;  // what is said once per run
};

// `request` says for which target, by which rules, and in which workspace; its one passed config,
// which must load, is ported to the absolute path `out`. The run is taken to be launched.
// `overwrite`: the module may take the place of one that mmlint wrote before. An error says what to
// do.
Result<Ported> port(const check::Request& request, const std::string& out, bool overwrite);

}  // namespace mmlint::fix
