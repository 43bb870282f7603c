#pragma once

#include "catalog/json_reader.h"

namespace mmlint::catalog {

// Puts the lists that a rule file's "define" names in the place of their names: "define":
// {"runner":
// [...]} makes "$runner" that list wherever a list may stand in a match. A name that nothing
// defines and one that nothing uses are faults of the file.
void use_definitions(JsonFile& file);

}  // namespace mmlint::catalog
