#pragma once

#include "project/workspace.h"

namespace mmlint::check {

// What is true of a config as a whole; docs/reference.md, "Which file is what".
struct ConfigView {
  const config::Resolved* config = nullptr;
  bool runnable = false;  // a model, a dataloader, and a leaf or outside `_base_` folders
  bool may_run_distributed = false;     // `launcher` is absent, unknown or not 'none'
  bool launched = false;                // `launcher` is known and not 'none', or a start gives one
  bool launcher_offered = false;        // a script takes one, and no start is known
  bool partial = false;                 // a key that is not there may still come from a base
  bool unknown_makes_no_group = false;  // a module that cannot be seen makes no process group
};

// Returns the view of a config, which must be ok(). `inherited` says that some config below the
// root inherits it.
ConfigView view_of(const config::Resolved& config, bool inherited);

}  // namespace mmlint::check
