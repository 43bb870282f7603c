#pragma once

#include "fix/plan.h"

// What the verbs of rule files mean for fixes: verbs.cc has one row for each of them.
namespace mmlint::fix {

// Returns the plan of a finding's fix, by its verb. Where a config may be edited its planner asks;
// whether a script may be edited, plan() in plan.h has asked before.
Planned plan_by_verb(const check::Finding& finding, const Context& context);

// Returns true if the verb is for the form of what a finding in a config found.
bool verb_applies(const check::Finding& finding, const Context& context);

// Returns true if the rule's fix may change this key of a config in this way; any other change
// refuses the fix.
bool is_meant(const check::Finding& finding, const Intent& intent);

// Returns true for a fix that may be right although it changes no value of any config.
bool may_change_nothing(const catalog::FixAction& action);

// Returns true for a fix that is the same, and right, whatever the target is.
bool serves_every_target(const catalog::FixAction& action);

}  // namespace mmlint::fix
