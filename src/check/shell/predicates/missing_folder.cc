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

// The last slash of a path that is in no expansion.
std::size_t last_slash(std::string_view path) {
  std::size_t slash = path.npos;
  int depth = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::string_view rest = path.substr(i);
    if (rest.starts_with("${") || rest.starts_with("$("))
      ++depth;
    else if (depth > 0 && (path[i] == '}' || path[i] == ')'))
      --depth;
    else if (depth == 0 && path[i] == '/')
      slash = i;
  }
  return slash;
}

// The command that makes the folder of a file whose path is written like this. Empty if that would
// compute the path a second time, or is not plain.
std::string making_folder_of(std::string_view path) {
  const bool quoted = path.size() > 1 && path.front() == '"' && path.back() == '"';
  if (quoted) path = path.substr(1, path.size() - 2);
  const std::size_t slash = last_slash(path);
  const std::string_view folder = path.substr(0, slash);
  const bool expands = contains(folder, "$");
  const bool is_home = folder.starts_with('~');
  const bool varies =
      contains(folder, "$(") || contains(folder, "RANDOM") || contains(folder, "SECONDS");
  if (folder.empty() || folder.find_first_of("\\\"'`*?[") != folder.npos || varies ||
      (is_home && (expands || quoted)))
    return "";
  if (slash == path.npos) return fmt::format("mkdir -p \"$(dirname \"{}\")\"", path);
  const char* quote = quoted || expands ? "\"" : "";
  return fmt::format("mkdir -p {}{}{}", quote, folder, quote);
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
    if (view.has(output.span))
      hit.replacement = making_folder_of(
          view.text.substr(output.span.begin, output.span.end - output.span.begin));
    hit.captures["folder"] =
        output.is_fresh ? fmt::format("{}...", output.folder.value) : output.folder.value;
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
