#include "app/command_line/probe_options.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace mmlint::app {

std::optional<std::string> wrong_probing(const Options& options) {
  static const std::vector<std::string> kActions = {"write", "install", "restore"};
  const std::string& action = options.action;
  if (std::find(kActions.begin(), kActions.end(), action) == kActions.end()) {
    if (action.empty()) return fmt::format("say what to do: {}", fmt::join(kActions, ", "));
    const auto near = nearest(action, kActions);
    return fmt::format("unknown action '{}'{}; known: {}", action,
                       near ? fmt::format(", did you mean '{}'?", *near) : "",
                       fmt::join(kActions, ", "));
  }
  if (action == "write") {
    if (!options.paths.empty())
      return fmt::format("probe write takes no '{}'; the module goes to -o FILE", options.paths[0]);
    if (options.out.empty()) return "no file to write; try 'mmlint probe write -o probe_ddp.py'";
    return std::nullopt;
  }
  if (!options.out.empty() || options.force)
    return fmt::format("-o and --force are for 'probe write', not for 'probe {}'", action);
  if (options.paths.empty())
    return fmt::format("no MMEngine given; try 'mmlint probe {} PATH'", action);
  if (options.paths.size() > 1)
    return fmt::format("one argument too many: '{}'; see 'mmlint probe --help'", options.paths[1]);
  return std::nullopt;
}

}  // namespace mmlint::app
