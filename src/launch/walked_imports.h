#pragma once

#include "script/summary.h"

// Whether the walk has seen what a script imports.
namespace mmlint::launch {

// Returns true if the project has the module that an import names, so that it was walked.
bool is_of_project(const script::Import& import, const script::Summary& script);
// Returns true if the module of an import was walked with the script, or makes no group.
bool is_walked(const script::Import& import, const script::Summary& script);
// Returns the first import that may make a process group and was not walked, see is_walked(); null
// if all were. The summary owns the import.
const script::Import* unknown_import(const script::Summary& script);
// Returns true if a script calls a function or class that makes a process group, in a package that
// otherwise makes none: transformers.TrainingArguments.
bool calls_group_maker(const script::Summary& script);
// Returns true if all that a script imports was walked with it, but for modules that make no group.
bool walks_all_imports(const script::Summary& script);

}  // namespace mmlint::launch
