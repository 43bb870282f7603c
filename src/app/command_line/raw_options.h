#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/settings/options.h"

namespace CLI {
class App;
}

namespace mmlint::app {

// What the parser of the command line fills: the options, and words that become options later.
struct RawOptions {
  Options options;
  std::vector<std::string> formats;
  std::vector<std::string> packages;
  std::vector<std::string> environment;
  std::optional<std::string> config;  // why
  std::string fail_on = "warning";
  std::string color = "auto";
  std::string at = "auto";
  bool no_gitignore = false;
};

}  // namespace mmlint::app
