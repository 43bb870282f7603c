#include "app/run.h"

#include <new>

#include "app/command_line/command_line.h"
#include "app/commands/commands.h"
#include "app/output/output.h"
#include "app/settings/settings.h"
#include "base/algorithms.h"

namespace mmlint::app {
namespace {

struct Command {
  const char* name;
  int (*run)(const Options&);
};

constexpr Command kCommands[] = {{"check", run_check},
                                 {"fix", run_fix},
                                 {"port", run_port},
                                 {"show", run_show},
                                 {"why", run_why},
                                 {"diagnose", run_diagnose},
                                 {"groups", run_groups},
                                 {"probe", run_probe},
                                 {"completion", run_completion},
                                 {"man", run_man},
                                 {"rules", run_rules},
                                 {"targets", run_targets}};

// `check` and `fix` read the settings of each file by themselves. Other commands take those of the
// first file that they are about, or of the current folder.
Result<Options> effective_options(const Options& given) {
  const std::string& command = given.command;
  const bool is_without =
      is_in(command, {"check", "fix", "probe", "groups", "completion", "man"});
  if (is_without || !given.checked_rules.empty()) return given;
  std::string path = ".";
  if (command == "diagnose" && !given.log_config.empty()) path = given.log_config;
  const bool has_config = command == "show" || command == "why" || command == "port";
  if (has_config && !given.paths.empty())
    path = given.paths.front() == "-" ? given.stdin_filename : given.paths.front();
  return with_settings(given, path);
}

int dispatch(const Options& options) {
  const Result<Options> effective = effective_options(options);
  if (!effective) {
    write_error(to_string(effective.error()));
    return static_cast<int>(Exit::kUsage);
  }
  for (const Command& command : kCommands) {
    if (options.command == command.name) return command.run(*effective);
  }
  return static_cast<int>(Exit::kUsage);
}

}  // namespace

int run(int argc, char** argv) {
  install_signal_handlers();
  const Parsed parsed = parse_options(argc, argv);
  if (!parsed.options) return parsed.exit_code;
  try {
    return dispatch(*parsed.options);
  } catch (const InternalError& error) {
    write_error(fmt::format("internal error, please report it: {}", error.what()));
  } catch (const FileChanged& changed) {
    write_error(fmt::format("{} was changed while mmlint read it; run it again", changed.what()));
    return static_cast<int>(Exit::kUsage);
  } catch (const std::bad_alloc&) {
    write_error("out of memory");
  }
  return static_cast<int>(Exit::kInternal);
}

}  // namespace mmlint::app
