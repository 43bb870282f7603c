#include "app/diagnose_options.h"

#include <CLI/CLI.hpp>

namespace mmlint::app {

void add_diagnosing(CLI::App& command, Options& options) {
  command.add_option("LOG", options.paths, "Logs of training runs; '-' reads standard input");
  command.add_option("--config", options.log_config, "The config of that run");
  command.add_option("--script", options.log_script, "Its training script");
  command.add_option("--launcher", options.log_launcher, "The launch script that started it");
  command.add_option("--target", options.target, "The accelerator that it ran on; default: gcu");
  command.add_option("--format", options.value_format, "text (default) or json")
      ->check(CLI::IsMember({"text", "json"}));
  command.add_option("--output", options.outputs, "Where to write; '-' is standard output")
      ->allow_extra_args(false);
}

std::optional<std::string> wrong_diagnosing(const Options& options) {
  if (!options.paths.empty()) return std::nullopt;
  return "no log given; try 'mmlint diagnose train.log', or '-' for standard input";
}

}  // namespace mmlint::app
