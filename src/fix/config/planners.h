#pragma once

#include "fix/plan.h"

// What the fixes of configs write, one function for each verb of rule_fix.h that is for configs.
// Each edits where the cause stands, or where that may not be edited in the configs that need it.
namespace mmlint::fix {

// The matched value becomes another one. That may have no value for what was matched.
Planned plan_replace_value(const catalog::verb::ReplaceValue& verb, const check::Finding& finding,
                           const Context& context);
bool has_replacement(const catalog::verb::ReplaceValue& verb, const check::Finding& finding);

// The matched dict gets a key, where it was first written.
Planned plan_add_key(const catalog::verb::AddKey& verb, const check::Finding& finding,
                     const Context& context);

// A key path gets a value in every affected config: it is added to the dict that is there, or comes
// with the whole block where there is nothing.
Planned plan_ensure_key(const catalog::verb::EnsureKey& verb, const check::Finding& finding,
                        const Context& context);

// Entries of a dict that are wrong together are changed or removed wherever each of them is set. A
// config for which one of these places may not be edited, or is no plain entry, gets the whole dict
// instead.
Planned plan_change_entries(const catalog::verb::ChangeEntries& verb, const check::Finding& finding,
                            const Context& context);
Planned plan_remove_key(const catalog::verb::RemoveKey& verb, const check::Finding& finding,
                        const Context& context);

// A value that stands below a key that nobody reads goes to the key path where it is read.
Planned plan_move_value(const catalog::verb::MoveValue& verb, const check::Finding& finding,
                        const Context& context);

// A lazy reference becomes its class name in quotes; an import that nobody uses any more goes.
Planned plan_class_to_string(const catalog::verb::ClassToString& verb,
                             const check::Finding& finding, const Context& context);

// The configs get the model_wrapper_cfg that MMEngine would otherwise make up wrongly (MM301).
Planned plan_ensure_wrapper(const catalog::verb::EnsureWrapper& verb, const check::Finding& finding,
                            const Context& context);

// A new module beside the config makes the process group, and the config imports it (MM201).
Planned plan_import_process_group(const catalog::verb::ImportProcessGroup& verb,
                                  const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix
