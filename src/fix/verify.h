#pragma once

#include <string>
#include <vector>

#include "fix/candidates.h"

namespace mmlint::fix {

// What a plan does to every config that depends on the files it touches, before and after, and to
// those of `also`.
struct Effect {
  std::vector<Intent> intents;  // sorted
  std::string refused;          // a config that would not load any more, or edits that conflict
};
Effect effect_of(const Plan& plan, std::span<const std::string> also, const Context& context);

// The configs a finding reaches, which are resolved even if they lie outside the root.
std::vector<std::string> reached(const check::Finding& finding);

// True if the rule's fix may change this key in this way; anything else refuses the fix.
bool is_meant(const check::Finding& finding, const Intent& intent);

// Of entries that are wrong together, one that a config would keep although another of them is
// changed, because something sets it again; empty if there is none. `intents` are sorted.
std::string left_behind(const check::Finding& finding, const std::vector<Intent>& intents);

// Why the edits of some fixes of one rule do not repair a script; empty if they do. plan_script.cc
std::string script_fault(std::span<const Candidate* const> candidates, const Context& context);
// The same for a launch script, which must start everything else as before; plan_launch.cc.
std::string launch_fault(std::span<const Candidate* const> candidates, const Context& context);

}  // namespace mmlint::fix
