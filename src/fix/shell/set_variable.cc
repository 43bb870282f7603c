#include "fix/shell/planners.h"

namespace mmlint::fix {

namespace {

// Whether a word before the launch starts it with an environment of its own.
bool clears_environment(const shell::Command& command, std::size_t first) {
  const auto& words = command.words;
  return std::any_of(words.begin(), words.begin() + std::min(first, words.size()),
                     [](const shell::ExpandedWord& word) {
                       return word.is("sudo") || word.is("doas") || word.is("-i");
                     });
}

// Whether a command is in a word of another one: bash -c "...".
bool is_in_word(const shell::Command& command, const shell::Summary& script) {
  return std::ranges::any_of(script.commands, [&](const shell::Command& other) {
    return other.followed && other.span != command.span && other.span.contains(command.span);
  });
}

}  // namespace

Planned plan_set_variable(const catalog::verb::SetVariable& action, const check::Finding& finding,
                          const Context&) {
  const check::LaunchHit& hit = *finding.launch_hit();
  const shell::Summary& script = *hit.linked->from;
  const shell::Launch& launch = *hit.linked->launch;
  const shell::Command& command = script.commands[launch.command];
  if (hit.replacement.empty()) return refuse(Reason::kFolderNotKnown);
  if (clears_environment(command, launch.first)) return refuse(Reason::kClearsEnvironment);
  if (!command.span.contains(launch.target_word().span) || is_in_word(command, script))
    return refuse(Reason::kFromVariables);
  return Plan{{{{command.span.file, command.span.begin, command.span.begin},
                fmt::format("{}={} ", action.variable, hit.replacement)}}};
}

}  // namespace mmlint::fix
