#pragma once

#include "config/resolved.h"

namespace mmlint::check {

// Returns the path of a key that MMEngine's Runner reads and that holds a value written at `place` or
// inside of it, at any depth: "train_dataloader.dataset.pipeline"; nullopt if there is none. `root`
// is the dict of a config.
std::optional<std::string> key_with(const Value& root, Span place);

}  // namespace mmlint::check
