#pragma once

#include "catalog/target.h"
#include "shell/shell_script.h"

// Backends and devices that a launch names, and its script uses.
namespace mmlint::launch {

struct LinkedLaunch;

// A backend or a device that a launch gives to its script.
struct GivenUse {
  const shell::ExpandedWord* word = nullptr;  // where the launch says it; the launch owns it
  Span at;                                    // the word of the option, or the variable's setting
  std::string value;
  bool open = false;      // a default that the caller of the launch script may replace
  std::string what = {};  // "backend" or "device"
  Span call = {};         // where the script uses it
};

// Returns the first one that the script uses and the target does not have; nullopt if there is
// none. `run_of` is called at most for each such use and gives what the script does in that launch,
// null if that is not known: then only a use that no condition guards counts.
std::optional<GivenUse> given_use(const LinkedLaunch& linked, const script::Summary& script,
                                  const std::function<const script::Summary*()>& run_of,
                                  const catalog::Target& target);
// Returns true if torch.cuda works on the target: on CUDA itself, and where a shim maps its names
// (the fact scripts.cuda_calls_work).
bool works_with_cuda(const catalog::Target& target);

}  // namespace mmlint::launch
