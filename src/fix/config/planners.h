#pragma once

#include "fix/plan.h"

// What the fixes of configs write: one function plans each verb of rule_fix.h that is for configs,
// and returns a refusal where the fix cannot be made. Each edits the place where the cause stands,
// or, where that may not be edited, the configs that need the fix.
namespace mmlint::fix {

// Replaces the matched value. The second function returns false if the verb has no replacement for
// the value that was matched; the plan is then refused.
Planned plan_replace_value(const catalog::verb::ReplaceValue& verb, const check::Finding& finding,
                           const Context& context);
bool has_replacement(const catalog::verb::ReplaceValue& verb, const check::Finding& finding);

// Adds a key to the matched dict, where that was first written.
Planned plan_add_key(const catalog::verb::AddKey& verb, const check::Finding& finding,
                     const Context& context);

// Gives a key path a value in every affected config: adds it to the dict that is there, or writes
// the whole block where there is none.
Planned plan_ensure_key(const catalog::verb::EnsureKey& verb, const check::Finding& finding,
                        const Context& context);

// Changes or removes entries of a dict that are wrong together, wherever each of them is set. A
// config for which one of these places may not be edited, or is no plain entry, gets the whole dict
// instead. The second function does so for a rule that only removes a key.
Planned plan_change_entries(const catalog::verb::ChangeEntries& verb, const check::Finding& finding,
                            const Context& context);
Planned plan_remove_key(const catalog::verb::RemoveKey& verb, const check::Finding& finding,
                        const Context& context);

// Moves a value from below a key that nobody reads to the key path where it is read.
Planned plan_move_value(const catalog::verb::MoveValue& verb, const check::Finding& finding,
                        const Context& context);

// Replaces a lazy reference by its class name in quotes, and removes an import that nobody uses any
// more.
Planned plan_class_to_string(const catalog::verb::ClassToString& verb,
                             const check::Finding& finding, const Context& context);

// Adds a model_wrapper_cfg to the configs, because MMEngine would otherwise make up a wrong one
// (MM301).
Planned plan_ensure_wrapper(const catalog::verb::EnsureWrapper& verb, const check::Finding& finding,
                            const Context& context);

// Makes a module beside the config that creates the process group, and has the config import it
// (MM201).
Planned plan_import_process_group(const catalog::verb::ImportProcessGroup& verb,
                                  const check::Finding& finding, const Context& context);

// Fixes that change the very text where a finding stands:

// A fix that edits the text at a span. It returns no edits if that text is not written in a form
// that the fix is for.
using EditInPlace = std::vector<TextEdit> (*)(const syntax::Document& document, Span at);

// Removes a byte order mark (the bytes EF BB BF).
std::vector<TextEdit> remove_mark(const syntax::Document& document, Span at);
// Removes the quotes, "'" or "'''", of a string that is nothing but a template, '{{_base_.x}}'.
std::vector<TextEdit> drop_quotes(const syntax::Document& document, Span at);
// Rewrites the template {{_base_.x}} as _base_.x.
std::vector<TextEdit> use_base_name(const syntax::Document& document, Span at);
// Removes the dict entry or top-level assignment whose key stands at a span. Returns no edits in an
// expression statement such as `name.update(dict(_delete_=True))`.
std::vector<TextEdit> remove_argument(const syntax::Document& document, Span key);
// Removes a code from a comment that suppresses it (`# mmlint: ignore[MM101]`). With the last code
// the comment goes as well, but for a reason that stands behind the brackets.
std::vector<TextEdit> remove_suppression(const syntax::Document& document, Span code);

// Returns the edits that `edit` makes where a finding stands, whether its file may be edited or
// not.
std::vector<TextEdit> edits_in_place(EditInPlace edit, const check::Finding& finding,
                                     const Context& context);

// Returns the plan of these edits; a refusal if the file may not be edited or there are none.
Planned plan_in_place(EditInPlace edit, const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix
