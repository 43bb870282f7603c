// No module that a config imports creates the process group.

#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer no_process_group_import(const ConfigView& view, const FileSystem& files, std::vector<Hit>&) {
  if (launch::process_group_module(*view.config, files, view.modules)) return Answer::kNo;
  if (view.partial) return Answer::kUnknown;
  const bool known = view.unknown_makes_no_group || launch::knows_imports(*view.config);
  return known ? Answer::kYes : Answer::kUnknown;
}

}  // namespace mmlint::check::predicates
