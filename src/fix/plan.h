#pragma once

#include <optional>
#include <vector>

#include "base/text_edit.h"
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

// Returns the plan of these edits, each of them once; a refusal if there are none.
Planned plan_of(std::vector<TextEdit> edits);

// Returns true if the rule has a fix for the form of what the finding found: a rule may be able to
// mend only some of the forms that it finds.
bool offers_fix(const check::Finding& finding, const Context& context);

// Returns what the fix of a finding would write, or why it is refused. The finding must have a fix.
Planned plan(const check::Finding& finding, const Context& context);

// Returns true if the fix of a finding in a script changes a value in code that is for CUDA as well
// (see script/shared_code.h), so that the script would do something else there too.
bool changes_cuda_code(const check::Finding& finding, const Context& context);

// Returns the refusal of every fix of a finding that stands in a YAML or JSON file, which mmlint
// does not edit, where no config that could override it may be edited either; else nullopt. It is
// cheap, because nothing is planned.
std::optional<Refusal> data_file_refusal(const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix
