#include "report/reach.h"

#include <algorithm>
#include <utility>

namespace mmlint::report {

std::size_t reach_of(const Diagnostic& finding) {
  return std::max<std::size_t>(finding.affects.count, 1);
}

std::vector<const Diagnostic*> by_reach(const std::vector<Diagnostic>& findings) {
  std::vector<const Diagnostic*> out;
  out.reserve(findings.size());
  for (const Diagnostic& finding : findings) out.push_back(&finding);
  std::stable_sort(out.begin(), out.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::pair(a->severity, reach_of(*a)) > std::pair(b->severity, reach_of(*b));
  });
  return out;
}

}  // namespace mmlint::report
