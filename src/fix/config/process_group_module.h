#pragma once

#include <span>
#include <string>

#include "base/text_edit.h"
#include "catalog/target.h"
#include "fix/plan.h"

// The module that creates the process group before MMEngine's Runner would: what it says, and where
// it may stand.
namespace mmlint::fix {

// The module's Python text for the dist_cfg of a config.
OrRefusal<std::string> module_text(const config::Resolved& config, const catalog::Target& target);

// The module with this text for a config: beside it, with a name that Python takes for no other
// module, also where one of its bases or heirs has another one beside it; `planned` are about to be
// made. It may be there already with this very text.
OrRefusal<NewFile> module_beside(const config::Resolved& config, const std::string& text,
                                 std::span<const NewFile> planned, const Context& context);

}  // namespace mmlint::fix
