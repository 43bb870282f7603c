#pragma once

#include "app/command_line/option_groups.h"

namespace mmlint::app {

// Returns the whole command line: mmlint with its commands and their options, and the help of all
// in one language. Parsing it fills `raw`, which must live as long.
std::unique_ptr<CLI::App> command_line(RawOptions& raw, Language language);

// Returns the commands that help lists, in its order.
std::vector<const CLI::App*> listed_commands(const CLI::App& all);

// Returns what --version prints: version, how many rules and targets, what the grammars are.
std::string version_text();

// The outcome of parsing argv. It has no options after --help, --version or an error: then all
// output has been written, and the process is to end with the exit code.
struct Parsed {
  std::optional<Options> options;
  int exit_code = 0;
};
// Parses the command line, and writes help, the version or the error.
Parsed parse_options(int argc, char** argv);

}  // namespace mmlint::app
