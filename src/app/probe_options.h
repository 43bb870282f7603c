#pragma once

#include <optional>
#include <string>

#include "app/options.h"

namespace CLI {
class App;
}

namespace mmlint::app {

// Adds the options of `mmlint probe` that no other command has.
void add_probing(CLI::App& command, Options& options);

// Returns what is wrong with the words behind `mmlint probe`.
std::optional<std::string> wrong_probing(const Options& options);

}  // namespace mmlint::app
