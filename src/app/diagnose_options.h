#pragma once

#include <optional>
#include <string>

#include "app/options.h"

namespace CLI {
class App;
}

namespace mmlint::app {

// Adds the options of `mmlint diagnose` that no other command has.
void add_diagnosing(CLI::App& command, Options& options);

// Returns what is wrong with the words behind `mmlint diagnose`.
std::optional<std::string> wrong_diagnosing(const Options& options);

}  // namespace mmlint::app
