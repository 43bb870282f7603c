// A script needs a variable that the launch script sets and does not export.
// captures: script

#include "base/text.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "facts/launch.h"

namespace mmlint::check::predicates {

namespace {

// Variables that a shell, a login or a launcher mostly has exported before the script runs.
bool is_of_environment(std::string_view name, const shell::Launch& launch) {
  const bool launched = launch.kind != shell::LaunchKind::kPython || !launch.wrappers.empty();
  return facts::is_usual_variable(name) || facts::is_of_job(name) ||
         (launched && facts::is_set_by_torchrun(name));
}

// `srun --export=ALL,NAME=value`: a program that starts the script sets it.
bool is_said(const launch::LinkedLaunch& linked, std::string_view name) {
  const auto& words = linked.from->commands[linked.launch->command].words;
  return std::ranges::any_of(words, [&](const shell::ExpandedWord& word) {
    return word.value.find(std::string(name) + "=") != std::string::npos;
  });
}

// Whether NAME=value begins a line, where `export` can be put before it.
bool is_statement(Span at, std::string_view name, std::string_view text) {
  const std::string_view before = text.substr(0, at.begin);
  const std::size_t line = before.rfind('\n') + 1;
  const std::string_view written = text.substr(at.begin, at.end - at.begin);
  return trim(before.substr(line)).empty() && written.starts_with(name) &&
         written.substr(name.size()).starts_with('=');
}

}  // namespace

LaunchHits not_exported(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.reached()) {
    if (!linked->script_summary) continue;
    // A launch script in between sees what is exported as well, and may set the variable itself.
    std::set<std::string_view> set_below;
    for (const launch::LinkedLaunch* by = linked; by; by = by->through) {
      for (const shell::UnexportedVariable& variable : by->launch->unexported) {
        if (by->through || !set_below.insert(variable.name).second) continue;
        if (is_of_environment(variable.name, *linked->launch)) continue;
        if (linked->launch->variable(variable.name) || is_said(*linked, variable.name) ||
            is_said(*by, variable.name))
          continue;
        const script::EnvironmentRead* read = needed_variable(
            *linked->script_summary, variable.name, [](const auto&) { return false; });
        if (!read) continue;
        LaunchHit hit;
        hit.at = variable.span;
        hit.linked = linked;
        hit.name = variable.name;
        if (view.has(hit.at) && is_statement(hit.at, variable.name, view.text)) {
          hit.replaced = {hit.at.file, hit.at.begin, hit.at.begin};
          hit.replacement = "export ";
        }
        hit.captures["script"] = shown_target(*linked->launch);
        hit.places.push_back({read->span, {"KeyError without it", "缺少它会引发 KeyError"}});
        out.push_back(std::move(hit));
      }
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
