// The launch script tests the status of a pipeline whose last command always succeeds.
// captures: script, command
// forms: condition

#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

using shell::Pipeline;

namespace {

bool reads_status(const Pipeline& pipeline) {
  return pipeline.status_read && !pipeline.pipestatus_read && !pipeline.is_condition;
}

// `if torchrun ... | tee log`: tee succeeds whatever happens. What follows may look at PIPESTATUS.
bool tests_pipeline(const Pipeline& pipeline, std::string_view text) {
  return pipeline.is_condition && !pipeline.is_ignored && pipeline.last == "tee" &&
         text.find("PIPESTATUS", pipeline.span.begin) == text.npos;
}

}  // namespace

LaunchHits hidden_status(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const auto& command = view.summary.commands[linked->launch->command];
    if (!command.context.pipeline) continue;
    const Pipeline& pipeline = view.summary.pipelines[*command.context.pipeline];
    if (pipeline.pipefail || pipeline.last_command.contains(command.span)) continue;
    const bool reads = reads_status(pipeline);
    if (!reads && !tests_pipeline(pipeline, view.text)) continue;
    LaunchHit hit;
    hit.at = reads ? *pipeline.status_read : pipeline.last_command;
    hit.form = reads ? "" : "condition";
    hit.linked = linked;
    hit.captures["script"] = shown_target(*linked->launch);
    hit.captures["command"] = pipeline.last.empty() ? "the last command" : pipeline.last;
    if (reads) hit.replacement = fmt::format("${{PIPESTATUS[{}]}}", command.context.position);
    hit.places.push_back({linked->launch->starter, {"its status is lost", "它的退出码丢失了"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
