#pragma once

#include "launch/program_store.h"

namespace mmlint::launch {

// Returns false for the text of a file that surely loads no config and builds no Runner, which
// costs far less than to follow it. A Runner or a fromfile without any word of configs is another
// one: unittest's, argparse's.
bool may_load_a_config(std::string_view text);

// Returns true for a script that a launch of the project starts, or that has the lines for it
// (`if __name__ == '__main__':`). Other files are modules, or lists of commands.
bool is_entry(const Program& program);

// A fact: the entry scripts of the project that build a Runner, and with it the classes that
// configs name. The store owns them.
std::vector<const Program*> runner_scripts(const ProgramStore& programs);

// Returns the scripts that run the code of a program: the program itself if it is an entry, else
// those that build a Runner, which may import it for a config.
std::vector<const Program*> entries_of(const Program& program);

}  // namespace mmlint::launch
