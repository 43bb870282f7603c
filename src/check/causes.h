#pragma once

#include <set>
#include <string>
#include <vector>

#include "catalog/catalog.h"

namespace mmlint::check {

struct Judged;

// A script in which a rule about scripts reports a cause.
struct ReportedAt {
  std::string path;  // absolute path of the script
  std::string code;  // the code of the rule
};

// A rule about scripts that reports the cause of findings about configs, and where that counts.
struct CauseRule {
  const catalog::Catalog::Active* rule = nullptr;  // null: none is active
  std::vector<std::string> scripts =
      {};  // absolute paths of all that build a Runner, passed or not
};

// What a rule about scripts reports in the scripts that build a Runner: the cause of what rules
// with catalog::Rule::cause_in_script would report in their configs.
struct ScriptCauses {
  std::string code;                // of the rule about scripts; empty if it is not active
  std::set<std::string> reported;  // absolute paths of the scripts with a finding
  // Those in which comments suppress all of them: the cause is known, which holds for configs too.
  std::set<std::string> excused;
};

// Takes away what rules with a cause in scripts have found in a config, if its scripts have the
// cause or are safe. The result names the scripts that have it (Judged::reported).
void leave_to_scripts(Judged& judged, const ScriptCauses& causes);

}  // namespace mmlint::check
