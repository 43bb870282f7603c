#pragma once

#include "report/report.h"

namespace mmlint::report {

// How many findings a report has, by severity and by what could be done about them.
struct Counts {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t infos = 0;
  // How many of them `fix` would repair, and how many more `fix --unsafe`. A fix that this very run
  // refused counts for neither: running it again would not help.
  std::size_t safe = 0;
  std::size_t unsafe = 0;
};

// How often one rule was found.
struct RuleCount {
  std::string code;
  std::string name;
  std::size_t count = 0;
  std::size_t safe = 0;  // fixes, as in Counts
  std::size_t unsafe = 0;
};

Counts count_findings(const RunReport& report);

// Counts the findings of each rule that was found, the most frequent first, then by code.
std::vector<RuleCount> count_rules(const RunReport& report);

// How many files were skipped for one reason.
struct SkipCount {
  std::string reason;
  std::size_t count = 0;
  std::string first;  // path of the first file that was skipped for this reason
};

// Counts the skipped files by reason, in the order in which the reasons appeared.
std::vector<SkipCount> count_skipped(const RunReport& report);

}  // namespace mmlint::report
