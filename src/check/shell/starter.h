#pragma once

#include <string_view>
#include <vector>

#include "shell/summary.h"

// Helpers of fixes that replace the command which starts a script by torchrun.
namespace mmlint::check {

// Returns the words of a part of a launch script as they are written, where a backslash before the
// end of a line continues it. They are views of `text`.
std::vector<std::string_view> written_words(std::string_view text);

// Returns the command with which a fix replaces the starter of a launch. That is "torchrun" for a
// bare `python` or `python3` and where there is no interpreter; "torch.distributed.run", the module
// behind torchrun, where the launch names a launcher's module, another interpreter, or options of
// it. `text` is the text of the launch script.
std::string_view rank_starter(const shell::Launch& launch, std::string_view text);

}  // namespace mmlint::check
