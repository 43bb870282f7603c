#pragma once

#include "report/report.h"

// What the text format prints of the findings, and in which order: what matters most comes first,
// and what is like something that was printed is counted instead.
namespace mmlint::report {

// A finding that is printed, and those like it that are not. The pointers are into the report.
struct Shown {
  const Diagnostic* finding = nullptr;
  // The first one that is printed of its rule, which says what they have in common; may be itself.
  const Diagnostic* first = nullptr;
  // Only its message and place are printed, on one line.
  bool is_line = false;
  // These have the same rule, severity and source text.
  std::vector<const Diagnostic*> like_it = {};
  // How many more there are of the rule, with other texts; they stand behind its last one.
  std::size_t others = 0;
};

// Returns what to print. Rules come by severity, then by how many configs their findings reach, and
// the findings of a rule together, likewise. With Settings::verbose each finding is printed.
std::vector<Shown> fold(const RunReport& report, const SourceStore& sources,
                        const Settings& settings);

// Returns how many configs a finding reaches, at least one: where it is no finding about configs,
// it is the file itself that it keeps from running.
std::size_t reach_of(const Diagnostic& finding);

// Returns the findings in the order of what matters: the most severe first, of these the one that
// reaches the most configs; else in the order in which they are given. The pointers are into
// `findings`.
std::vector<const Diagnostic*> by_reach(const std::vector<Diagnostic>& findings);

}  // namespace mmlint::report
