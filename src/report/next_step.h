#pragma once

#include "report/report.h"

namespace mmlint::report {

// What to run next: the words in front of a command, and the command. Both are empty if nothing is
// left to do, or the command cannot be written (Settings::arguments).
struct NextStep {
  std::string words;
  std::string command;
};
NextStep next_command(const RunReport& report, const Settings& settings);

// Returns the same in one line that ends with a line feed; empty if there is no next command.
std::string next_step(const RunReport& report, const Settings& settings);

// Returns everything that text says below the source line of a finding, a sentence each, but for
// the configs that it reaches and its fix. The sentences are raw, not printable().
std::vector<std::string> notes_of(const Diagnostic& finding, const SourceStore& sources,
                                  const Settings& settings);

}  // namespace mmlint::report
