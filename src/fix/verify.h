#pragma once

#include "fix/plan.h"
#include "fix/trial.h"

namespace mmlint::fix {

// Returns the trial of a plan; a refusal if its edits touch each other.
OrRefusal<std::unique_ptr<Trial>> try_out(const Plan& plan, const Context& context);

// Returns the keys that a trial changes, sorted: in all configs that depend on the files it edits,
// and in the configs with the paths `also`. A refusal names a config that would not load as before.
OrRefusal<std::vector<Intent>> effect_of(Trial& trial, std::span<const std::string> also,
                                         const Context& context);

// Returns the paths of the configs that a finding reaches, some of which may lie outside of the
// root.
std::vector<std::string> reached(const check::Finding& finding);

// Returns the key of an entry that a config would keep, although the fix changes it together with
// others: something sets it again. Nullopt if there is none. `intents` are what the fix changes,
// sorted.
std::optional<std::string> key_left_behind(const check::Finding& finding,
                                           const std::vector<Intent>& intents);

// Returns every key whose value differs between two states of one config. A dict that only one of
// them has is one difference, at its own key. Two unknown values are equal if the same text made
// them.
std::vector<Intent> differences(const config::Resolved& before, const config::Resolved& after,
                                const SourceStore& sources);

// Returns true if a config loads after an edit as it did before: both times, or neither time for
// the same problem in the same text. A config that did not load may begin to load, or may stop at a
// later name.
bool loads_as_before(const config::Resolved& before, const config::Resolved& after,
                     const SourceStore& sources);

// Returns true if a key path matches a pattern of rule files, where '*' stands for one part of the
// path and '**' for any number.
bool matches_key_pattern(std::string_view key, std::string_view pattern);

}  // namespace mmlint::fix
