#include "app/command_line/completion.h"

#include "app/commands/commands.h"
#include "app/output/output.h"
#include "base/text.h"

namespace mmlint::app {
namespace {

int print(std::string_view text) {
  RunReport report;
  if (const Status done = write_stdout(text); !done) report.errors.push_back(done.error());
  return leave(report, static_cast<int>(Exit::kClean));
}

}  // namespace

int run_completion(const Options& options) {
  static const std::vector<std::string> kShells = {"bash", "zsh", "fish"};
  const std::string shell = options.paths.size() == 1 ? options.paths.front() : "";
  if (const std::string text = completion(shell, language_of_help({})); !text.empty())
    return print(text);
  const auto near = nearest(shell, kShells);
  return leave(Error{shell.empty()
                         ? fmt::format("name one shell: {}", fmt::join(kShells, ", "))
                         : fmt::format("unknown shell '{}'{}; known: {}", shell,
                                       near ? fmt::format(", did you mean '{}'?", *near) : "",
                                       fmt::join(kShells, ", ")),
                     "", 0});
}

int run_man(const Options&) {
  return print(man_page());
}

}  // namespace mmlint::app
