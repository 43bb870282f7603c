// custom_imports names a module of the project in a folder that is not on sys.path; values: its
// name.
// keys: custom_imports

#include "check/config/imports.h"
#include "check/config/predicate.h"

namespace mmlint::check::predicates {

Answer custom_import_off_path(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  hits = imports_at(launch::ModulePlace::kOffPath, view);
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates
