#pragma once

#include "catalog/json_reader.h"

namespace mmlint::catalog {

// Replaces the references of a rule file to its own "define". With "define": {"runner": [...]},
// "$runner" becomes that list wherever a list may stand in a match. An undefined name and an unused
// definition are faults, which are noted in the file. Must come before the rule is loaded.
void use_definitions(JsonFile& file);

}  // namespace mmlint::catalog
