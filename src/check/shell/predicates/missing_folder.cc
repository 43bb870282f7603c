// A launch writes its output to a file in a folder that does not exist.
// captures: folder
// forms: tee

#include "base/text.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

namespace {

// May: another launch script makes folders before it starts this one.
bool is_prepared(const LaunchView& view) {
  return std::ranges::any_of(view.graph.all(), [&](const launch::LinkedLaunch* linked) {
    return linked->through && linked->launch_script == view.path &&
           contains(view.request.workspace.text(linked->through->launch_script), "mkdir");
  });
}

// Returns the first launch that needs the output file: the shell does not start the launch without
// the file, or the launch writes into this `tee`. Null if there is no such launch.
const launch::LinkedLaunch* launch_of(const shell::OutputFolder& output, const LaunchView& view) {
  const auto& commands = view.summary.commands;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const std::size_t command = linked->launch->command;
    const auto& pipeline = commands[command].context.pipeline;
    const bool hangs = output.by_tee
                           ? pipeline && pipeline == commands[output.first].context.pipeline
                           : output.first <= command && command < output.end;
    if (hangs && !linked->launch->elsewhere) return linked;
  }
  return nullptr;
}

}  // namespace

LaunchHits missing_folder(const LaunchView& view) {
  LaunchHits out;
  for (const shell::OutputFolder& output : view.summary.outputs) {
    const launch::LinkedLaunch* linked = launch_of(output, view);
    if (!linked || !view.graph.lacks_folder(output, view.path) || is_prepared(view)) continue;
    LaunchHit hit;
    hit.at = output.span;
    hit.form = output.by_tee ? "tee" : "";
    hit.linked = linked;
    hit.captures["folder"] =
        output.is_fresh ? fmt::format("{}...", output.folder.value) : output.folder.value;
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
