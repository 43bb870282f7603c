#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mmlint::app {

// Returns the words of a command that say what to judge and by what, quoted for a shell, so that
// another command can be given the same: the paths, --target, --select and so on, but not how to
// print or what to change. Empty if they can't be given again: for standard input.
std::string repeated_options(const CLI::App& command, const std::vector<std::string>& paths);

}  // namespace mmlint::app
