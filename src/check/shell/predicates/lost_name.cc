// A launch uses a variable or a function that the launch script sets only in a subshell.
// captures: script
// forms: function

#include "base/text.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

namespace {

// Returns the first word of a launch that consists of the variable alone, with the value of the
// caller; null if there is no such word.
const shell::ExpandedWord* word_of(const shell::Launch& launch, std::string_view name) {
  const auto is_it = [name](const shell::ExpandedWord& word) {
    return !word.is_known() && word.sole_dependency && word.depends_on == name &&
           word.possible_values.empty();
  };
  if (launch.launcher) {
    for (const shell::Flag& flag : launch.launcher->flags)
      if (flag.value && is_it(*flag.value)) return &*flag.value;
  }
  const auto word = std::ranges::find_if(launch.arguments, is_it);
  return word == launch.arguments.end() ? nullptr : &*word;
}

}  // namespace

LaunchHits lost_name(const LaunchView& view) {
  LaunchHits out;
  for (const shell::LostName& lost : view.summary.lost) {
    const auto add = [&](Span at, const launch::LinkedLaunch* linked) {
      LaunchHit hit;
      hit.at = at;
      hit.name = lost.name;
      hit.form = lost.is_function ? "function" : "";
      hit.linked = linked;
      hit.captures["script"] = linked ? shown_target(*linked->launch) : "";
      hit.places.push_back({lost.span, {"set in a subshell", "在子 shell 中设置"}});
      out.push_back(std::move(hit));
    };
    if (!lost.calls.empty()) add(lost.calls.front(), nullptr);
    if (lost.is_function) continue;
    for (const launch::LinkedLaunch* linked : view.own()) {
      const auto* word = word_of(*linked->launch, lost.name);
      const auto& command = view.summary.commands[linked->launch->command];
      const bool behind = command.span.file == lost.span.file &&
                          lost.span.begin < command.span.begin && !command.context.in_function;
      if (!word || !behind) continue;
      add(view.has(word->span) ? word->span : command.span, linked);
      break;
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
