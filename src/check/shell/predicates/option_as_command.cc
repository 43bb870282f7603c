// A line is read as a command because the line before lacks its backslash, or `NAME = value`.
// captures: script
// forms: assignment, blank

#include "base/text.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

namespace {

// `\ # comment`, and a backslash with a blank behind it.
void find_blanks(const LaunchView& view, LaunchHits& out) {
  for (const shell::Command& command : view.summary.commands) {
    const Span at = broken_continuation(command, view.text);
    if (!view.has(at)) continue;
    LaunchHit hit;
    hit.at = at;
    hit.form = "blank";
    const std::size_t end = std::min(view.text.find_first_of("\r\n", at.begin), view.text.size());
    // A comment would be lost.
    if (view.text.substr(at.begin, end - at.begin).find('#') == std::string_view::npos) {
      hit.replaced = {at.file, at.begin, static_cast<std::uint32_t>(end)};
      hit.replacement = "\\";
    }
    hit.captures["script"] = "";
    out.push_back(std::move(hit));
  }
}

}  // namespace

LaunchHits option_as_command(const LaunchView& view) {
  LaunchHits out;
  find_blanks(view, out);
  for (const auto& command : view.summary.commands) {
    if (command.words.empty()) continue;
    // `GPUS = 2`
    const bool assigns = command.words.size() > 1 && command.words[1].is("=") &&
                         is_identifier(command.words[0].value) && command.words[0].written();
    if (assigns) {
      LaunchHit hit;
      hit.at = command.words[0].span;
      hit.name = command.words[0].value;
      hit.form = "assignment";
      hit.captures["script"] = "";
      out.push_back(std::move(hit));
      continue;
    }
    const shell::ExpandedWord& first = command.words.front();
    const auto written = first.written();
    if (!written || !first.value.starts_with('-') || first.value.size() < 2) continue;
    // The launch above, on the line before.
    const launch::LinkedLaunch* above = nullptr;
    for (const launch::LinkedLaunch* linked : view.own()) {
      const Span launch = view.summary.commands[linked->launch->command].span;
      const bool before = launch.file == written->file && launch.end <= written->begin;
      if (!before) continue;
      const std::string_view between = view.text.substr(launch.end, written->begin - launch.end);
      if (between.find_first_not_of(" \t\r\n\\") == between.npos) above = linked;
    }
    if (!above ||
        broken_continuation(view.summary.commands[above->launch->command], view.text).known())
      continue;
    LaunchHit hit;
    hit.at = first.span;
    hit.name = first.value;
    hit.linked = above;
    const std::uint32_t behind = view.summary.commands[above->launch->command].span.end;
    const std::size_t end = std::min(view.text.find_first_of("\r\n", behind), view.text.size());
    if (trim(view.text.substr(behind, end - behind)).empty()) {
      hit.replaced = {written->file, behind, static_cast<std::uint32_t>(end)};
      hit.replacement = " \\";
    }
    hit.captures["script"] = shown_target(*above->launch);
    hit.places.push_back({above->launch->starter, {"ends above", "在上一行结束"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
