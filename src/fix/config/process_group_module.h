#pragma once

#include <span>
#include <string>

#include "base/text_edit.h"
#include "catalog/target.h"
#include "fix/plan.h"

// The module that creates the process group before MMEngine's Runner would: what it says, and where
// it may stand.
namespace mmlint::fix {

// Returns the module's Python text for the dist_cfg of a config; a refusal if another launcher or
// library makes the group, or if the backend or an argument is not known.
OrRefusal<std::string> module_text(const config::Resolved& config, const catalog::Target& target);

// Returns the module with this text as a file beside the config. Its name is one that Python finds
// nowhere else, not even beside a base or heir of the config or among the `planned` files. A file
// that is there with this very text, or may be overwritten, keeps its name. A refusal if nine names
// are taken.
OrRefusal<NewFile> module_beside(const config::Resolved& config, const std::string& text,
                                 std::span<const NewFile> planned, const Context& context);

}  // namespace mmlint::fix
