#pragma once

#include "fix/plan.h"

// What the verbs of rule files mean for fixes: verbs.cc has one row for each of them.
namespace mmlint::fix {

// The plan of a finding's fix, by its verb; whether its file may be edited is not asked here.
Planned plan_by_verb(const check::Finding& finding, const Context& context);

// Whether the verb is for the form of what a finding in a config found.
bool verb_applies(const check::Finding& finding, const Context& context);

// True if the rule's fix may change this key in this way; any other change refuses the fix.
bool is_meant(const check::Finding& finding, const Intent& intent);

// True for a fix that may be right although it changes no value of any config.
bool may_change_nothing(const catalog::FixAction& action);

// True for a fix that is the same, and right, for whatever target.
bool serves_every_target(const catalog::FixAction& action);

}  // namespace mmlint::fix
