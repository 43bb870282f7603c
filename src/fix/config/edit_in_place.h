#pragma once

#include <vector>

#include "base/text_edit.h"
#include "check/finding.h"
#include "fix/plan.h"

namespace mmlint::fix {

// True for fixes that change the very text where the finding stands.
bool is_in_place(catalog::FixAction::Verb verb);
// True for those that may be right although they change no value of any config.
bool keeps_values(catalog::FixAction::Verb verb);

// The edits of such a fix; empty if the text is not written in a form that the rule's fix is for.
std::vector<TextEdit> edits_in_place(const check::Finding& finding, const Context& context);

// The plan of such a fix, if the file may be edited.
Planned plan_in_place(const check::Finding& finding, const Context& context);

}  // namespace mmlint::fix
