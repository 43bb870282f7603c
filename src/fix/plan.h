#pragma once

#include "check/findings/finding.h"
#include "fix/context.h"
#include "fix/refusal.h"

namespace mmlint::fix {

// What a fix writes. Nothing of it is verified yet; candidates.h does that.
struct Plan {
  std::vector<TextEdit> edits = {};
  std::vector<NewFile> files = {};
  bool keeps_cuda = false;  // of a script: a host with CUDA runs as before
};
using Planned = OrRefusal<Plan>;

// Returns a plan with each of these edits once. An empty list is refused.
Planned plan_of(std::vector<TextEdit> edits);

// Returns true if the rule has a fix for the form of what the finding found: a rule may be able to
// mend only some of the forms that it finds.
bool offers_fix(const check::Finding& finding, const Context& context);

// Returns what the fix of a finding would write, or why it is refused. The finding must have a fix.
Planned plan(const check::Finding& finding, const Context& context);

// Returns true if the fix of a finding in a script changes a value in code that is for CUDA as well
// (see script/other_use.h), so that the script would do something else there too.
bool changes_cuda_code(const check::Finding& finding, const Context& context);

// Returns the refusal of every fix of a finding that stands in a YAML or JSON file, which mmlint
// does not edit, where no config that could override it may be edited either; else nullopt. It is
// cheap, because nothing is planned.
std::optional<Refusal> data_file_refusal(const check::Finding& finding, const Context& context);

// Returns the plan of a finding's fix, by its verb: plan.cc has one row for each verb of rule
// files. Whether a config may be edited, its planner asks; whether a script may be, plan() has
// asked before.
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
