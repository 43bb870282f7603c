// A launch script says `python` where others of the project say `python3`.
// captures: script

#include "base/paths.h"
#include "check/shell/predicate.h"
#include "launch/given.h"

namespace mmlint::check::predicates {

using shell::Launch;

namespace {

// A folder of programs of its own: what python is there, only its user knows.
bool has_environment(const LaunchView& view) {
  const auto& commands = view.summary.commands;
  return std::ranges::any_of(commands, [](const auto& command) {
    if (command.words.empty()) return false;
    const shell::ExpandedWord& first = command.words.front();
    const bool sources = (first.is("source") || first.is(".")) && command.words.size() > 1 &&
                         command.words[1].value.ends_with("activate");
    return sources || first.is("conda") || first.is("micromamba") || first.is("module") ||
           first.is("alias");
  });
}

bool trains_or_checks(const Launch& launch) {
  const std::string_view name = file_name(launch.target_word().value);
  constexpr std::array<std::string_view, 4> kWords = {"train", "test", "eval", "check"};
  return std::ranges::any_of(
      kWords, [name](std::string_view word) { return name.find(word) != name.npos; });
}

}  // namespace

LaunchHits plain_python(const LaunchView& view) {
  const auto& own = view.own();
  const auto here = std::ranges::find_if(
      own, [](const launch::LinkedLaunch* linked) { return launch::says_python3(*linked); });
  const launch::LinkedLaunch* three = here == own.end() ? view.graph.python3() : *here;
  if (!three || launch::works_with_cuda(view.request.target) || has_environment(view)) return {};
  for (const launch::LinkedLaunch* linked : own) {
    const Launch& launch = *linked->launch;
    const auto& interpreter = launch.interpreter;
    const bool plain = interpreter && interpreter->is("python") && !interpreter->overridable;
    const bool starts_script = launch.kind == shell::LaunchKind::kPython &&
                               launch.wrappers.empty() &&
                               std::holds_alternative<shell::ScriptTarget>(launch.target);
    if (!plain || !starts_script || !trains_or_checks(launch)) continue;
    LaunchHit hit;
    hit.at = interpreter->span;
    hit.linked = linked;
    hit.replacement = "python3";
    hit.captures["script"] = shown_target(launch);
    hit.places.push_back(
        {three->launch->interpreter->span, {"python3 here", "这里用的是 python3"}});
    return {std::move(hit)};  // once is enough
  }
  return {};
}

}  // namespace mmlint::check::predicates
