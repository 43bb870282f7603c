#include "check/config/inherited.h"

#include <unordered_set>

namespace mmlint::check {
namespace {

using config::Resolved;
using Known = std::unordered_map<const Resolved*, Inherited::Problems>;

const Inherited::Problems& gather(const Resolved& config, Known& known, const auto& own,
                                  const auto& bases) {
  const auto [found, is_new] = known.try_emplace(&config);
  if (!is_new) return found->second;
  Inherited::Problems all;
  for (const Problem& problem : own(config)) all.push_back(&problem);
  std::unordered_set<const Problem*> seen(all.begin(), all.end());
  for (const Resolved* base : bases(config)) {
    for (const Problem* problem : gather(*base, known, own, bases)) {
      if (seen.insert(problem).second) all.push_back(problem);
    }
  }
  return known[&config] = std::move(all);
}

}  // namespace

const Inherited::Problems& Inherited::problems(const Resolved& config) {
  return gather(
      config, problems_, [](const Resolved& one) -> auto& { return one.problems; },
      [](const Resolved& one) -> auto& { return one.refused; });
}

const Inherited::Problems& Inherited::hazards(const Resolved& config) {
  return gather(
      config, hazards_, [](const Resolved& one) -> auto& { return one.hazards; },
      [](const Resolved& one) -> auto& { return one.bases; });
}

}  // namespace mmlint::check
