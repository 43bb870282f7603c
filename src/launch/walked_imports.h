#pragma once

#include "script/summary.h"

// Whether the walk has seen what a script imports.
namespace mmlint::launch {

// Returns true if the module of an import was walked with the script, or makes no group.
bool is_walked(const script::Import& import, const script::Summary& script);
// Returns the first import of which that is not so; null if there is none. Borrows it.
const script::Import* unknown_import(const script::Summary& script);
// Returns true if a script calls what makes a process group in a package that else makes none:
// transformers.TrainingArguments.
bool calls_group_maker(const script::Summary& script);
// Returns true if all that a script imports was walked with it, but for modules that make no group.
bool walks_all_imports(const script::Summary& script);

}  // namespace mmlint::launch
