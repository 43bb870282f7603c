#pragma once

#include <string_view>
#include <vector>

#include "shell/summary.h"

// These functions serve fixes that put torchrun in the place of what starts a script.
namespace mmlint::check {

// Returns the words of a part of a launch script as they are written, continued lines as one. They
// are views of `text`.
std::vector<std::string_view> written_words(std::string_view text);

// Returns what a fix starts ranks with: "torchrun" in the place of a bare `python3`;
// "torch.distributed.run", the module behind it, where the launch script chooses the interpreter or
// gives it options. `text` is the launch script's.
std::string_view rank_starter(const shell::Launch& launch, std::string_view text);

}  // namespace mmlint::check
