#pragma once

#include "check/config/matcher.h"
#include "launch/import_search.h"

namespace mmlint::check {

// A module that custom_imports of a config names.
struct CustomImport {
  Hit hit;  // its name in the config, with the module that is meant if there is one
  launch::ModulePlace place;
};

// Returns the modules that custom_imports of a config names; none for a base, which others load.
std::vector<CustomImport> find_imports(const ConfigView& view, launch::ImportSearch& search);

// Returns those of `view.imports` that are at this place.
std::vector<Hit> imports_at(launch::ModulePlace place, const ConfigView& view);

}  // namespace mmlint::check
