#include "app/run.h"

#include <cstdio>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/output.h"
#include "base/internal_error.h"

namespace mmlint::app {
namespace {

struct Command {
  const char* name;
  int (*run)(const Options&);
};

constexpr Command kCommands[] = {{"check", run_check},     {"fix", run_fix},
                                 {"port", run_port},       {"show", run_show},
                                 {"why", run_why},         {"diagnose", run_diagnose},
                                 {"probe", run_probe},     {"rules", run_rules},
                                 {"targets", run_targets}, {"parse-only", run_parse_only}};

int dispatch(const Options& options) {
  for (const Command& command : kCommands) {
    if (options.command == command.name) return command.run(options);
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
  } catch (const std::bad_alloc&) {
    write_error("out of memory");
  }
  return static_cast<int>(Exit::kInternal);
}

}  // namespace mmlint::app
