#pragma once

#include <functional>
#include <string>
#include <vector>

#include "check/finding.h"
#include "fix/trial.h"

namespace mmlint::fix {

// Where fixes may edit: design.md, section 5, "Where".
enum class Where : std::uint8_t { kAuto, kOrigin, kLeaf };

struct Context {
  project::Workspace& workspace;
  const project::Index& index;
  syntax::Parser& parser;
  Where where = Where::kAuto;
  // May this file be edited? Files below the passed paths, with --at origin any below the root.
  std::function<bool(const std::string& path)> editable;
  bool overwrite = false;  // a file that mmlint made earlier may be made anew
};

// What repairs a finding, or why there is nothing.
struct Plan {
  std::vector<TextEdit> edits;
  std::string refused;  // empty if there are edits
  std::vector<NewFile> files = {};
};

Plan refuse(std::string reason);

// A rule's fix may be for some forms only of what it finds.
bool offers_fix(const check::Finding& finding, const Context& context);

// Says where the finding's fix would edit; nothing is verified yet (see verify.h).
Plan plan(const check::Finding& finding, const Context& context);

// Why no fix of this finding can be written down, whatever its rule wants: it stands in a YAML or
// JSON file, and so do the configs that could override it. Empty if one may be. Cheap.
std::string left_alone(const check::Finding& finding, const Context& context);

// The block of MM301 and its neighbours; config/plan_wrapper.cc.
Plan plan_wrapper(const check::Finding& finding, const Context& context);
// The module of MM201; config/plan_process_group.cc.
Plan plan_process_group(const check::Finding& finding, const Context& context);

// Entries of the dict that the matched key is in; config/plan_entries.cc.
Plan plan_entries(const check::Finding& finding, const Context& context);

// What a script does; script/plan.cc.
Plan plan_script(const check::Finding& finding, const Context& context);
// An argument of a call, with its companion; script/plan_argument.cc.
Plan plan_script_argument(const check::Finding& finding, const Context& context);
// The value that a finding in a script is about, where it is written; script/plan.cc.
Plan plan_script_value(const check::Finding& finding, const Context& context);
// The import of MM516; script/plan_import.cc.
Plan plan_script_import(const check::Finding& finding, const Context& context);
// The block of MM502 and MM503; script/plan_group.cc.
Plan plan_script_group(const check::Finding& finding, const Context& context);

// What a launch script does; shell/plan.cc.
Plan plan_launch(const check::Finding& finding, const Context& context);

// torchrun in the place of what starts a script; shell/plan_torchrun.cc.
Plan plan_torchrun(const check::Finding& finding, const Context& context);

// Another name for a variable that a launch script sets; shell/plan_rename.cc.
Plan plan_rename(const check::Finding& finding, const Context& context);

// A value that stands below a key that nobody reads; config/plan_move.cc.
Plan plan_move(const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix
