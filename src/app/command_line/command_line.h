#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/command_line/raw_options.h"
#include "base/language.h"

namespace mmlint::app {

// Returns the whole command line: mmlint with its commands and their options, and the help of all
// in one language. Parsing it fills `raw`, which must live as long.
std::unique_ptr<CLI::App> command_line(RawOptions& raw, Language language);

// Returns the commands that help lists, in its order.
std::vector<const CLI::App*> listed_commands(const CLI::App& all);

// Returns what --version prints: version, how many rules and targets, what the grammars are.
std::string version_text();

}  // namespace mmlint::app
