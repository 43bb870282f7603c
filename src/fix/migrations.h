#pragma once

#include "base/run_report.h"
#include "fix/candidates.h"

namespace mmlint::fix {

// Remembers which training scripts the fixes of a run change, in which style.
class Migrations {
 public:
  // Adds the fix of a finding in a script; ignores all others. The finding's program must be alive.
  void add(const Candidate& fixed);
  // Returns the scripts that nothing more is found in, sorted by path. `left` are the findings
  // after the last round.
  std::vector<Migration> without(std::span<const check::Finding> left,
                                 const SourceStore& sources) const;

 private:
  std::map<std::string, Migration> by_script_;
};

}  // namespace mmlint::fix
