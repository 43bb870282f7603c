#pragma once

#include <string>

#include "check/check.h"

namespace mmlint::fix {

// Why a fix may not be applied where several targets were asked for: design.md, section 5, "Several
// targets". Empty if for each of them the new value is its own choice or the old one is wrong.
std::string against(const check::Finding& finding, const check::Request& request);

}  // namespace mmlint::fix
