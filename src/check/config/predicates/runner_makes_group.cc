// The Runner of the project that the config names by runner_type makes the process group itself,
// and no script builds another one from it.

#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer runner_makes_group(const ConfigView& view, const FileSystem& files, std::vector<Hit>&) {
  if (view.built_by_runner || view.built_by_flexible_runner) return Answer::kNo;
  return answer(launch::runner_module(*view.config, files, view.modules).has_value());
}

}  // namespace mmlint::check::predicates
