// custom_imports names a module that no import finds; values: its name.
// keys: custom_imports

#include "check/config/imports.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer custom_import_missing(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  hits = imports_at(launch::ModulePlace::kMissing, view);
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates
