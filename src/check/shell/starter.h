#pragma once

#include <string_view>
#include <vector>

#include "shell/summary.h"

// These functions serve fixes that put torchrun in the place of what starts a script.
namespace mmlint::check {

// Returns the words of a part of a launch script as they are written, continued lines as one. They
// are views of `text`.
std::vector<std::string_view> written_words(std::string_view text);

// Returns what a fix starts ranks with: "torch.distributed.run" in the place of another module, and
// where the launch script chooses the interpreter or gives it options; "torchrun", which is the
// same, in the place of a bare `python3`. `text` is the launch script's.
std::string_view rank_starter(const shell::Launch& launch, std::string_view text);

}  // namespace mmlint::check
