// A loop of the launch script starts the ranks without all that they need, or one by one.
// captures: missing
// forms: port, in-turn, same

#include "base/text.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"

namespace mmlint::check::predicates {

using shell::EnvironmentWrite;
using shell::Launch;

namespace {

// Whether a launch sets one rank of several, which is known.
bool repeats_rank(const Launch& launch) {
  const EnvironmentWrite* size = known_setting(launch, "WORLD_SIZE");
  return known_setting(launch, "RANK") && size && whole_number(size->value->value).value_or(1) > 1;
}

// True if a name is the variable of a loop around a command.
bool is_loop_variable(std::string_view name, const shell::CommandContext& context,
                      const shell::Summary& script) {
  for (auto loop = context.loop; loop; loop = script.loops[*loop].outer) {
    if (!name.empty() && script.loops[*loop].variable == name) return true;
  }
  return false;
}

// Whether a script may read LOCAL_RANK, as MMEngine does (mmengine/dist/utils.py).
bool may_read_local_rank(const launch::LinkedLaunch& linked, const LaunchView& view) {
  const script::Summary* script = linked.script_summary;
  if (!script || !script->complete) return true;
  const auto may_read = [&](const std::string& file) {
    const std::string_view text = view.request.workspace.text(file);
    return contains(text, "LOCAL_RANK") || contains(text, "mmengine");
  };
  return std::ranges::any_of(script->files, may_read);
}

}  // namespace

LaunchHits hand_made_ranks(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    const auto& context = view.summary.commands[launch.command].context;
    if (launch.kind != shell::LaunchKind::kPython || !context.loop) continue;
    const auto counts = [&](std::string_view name) {
      const EnvironmentWrite* setting = launch.variable(name);
      return setting && setting->value &&
             is_loop_variable(setting->value->depends_on, context, view.summary);
    };
    const auto& loop = view.summary.loops[*context.loop];
    if (!counts("RANK") && !counts("MASTER_PORT") && repeats_rank(launch) &&
        meets_itself(*linked)) {
      LaunchHit hit;
      hit.form = "same";
      hit.captures["missing"] = "";
      hit.at = launch.variable("RANK")->span;
      hit.linked = linked;
      hit.places.push_back({loop.span, {"in each turn of this loop", "这个循环的每一轮都如此"}});
      out.push_back(std::move(hit));
      continue;
    }
    if (!counts("RANK") && !counts("LOCAL_RANK")) continue;
    const auto by_script = [&](std::string_view name) {
      return linked->script_summary &&
             std::ranges::any_of(linked->script_summary->environment,
                                 [name](const auto& write) { return write.name == name; });
    };
    const bool counted_port = counts("MASTER_PORT");
    std::vector<std::string_view> missing;
    for (const std::string_view name :
         {"RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"}) {
      const bool is_read = name != "LOCAL_RANK" || may_read_local_rank(*linked, view);
      if (is_read && !is_set(launch, name) && !by_script(name)) missing.push_back(name);
    }
    const EnvironmentWrite* size = known_setting(launch, "WORLD_SIZE");
    const bool in_turn =
        size && whole_number(size->value->value).value_or(1) > 1 && !context.background;
    if (!context.background && !in_turn) continue;
    if (missing.empty() && !counted_port && !in_turn) continue;
    LaunchHit hit;
    if (missing.empty()) hit.form = in_turn ? "in-turn" : "port";
    hit.at = launch.starter;
    hit.linked = linked;
    hit.captures["missing"] = fmt::format("{}", fmt::join(missing, ", "));
    hit.places.push_back({loop.span, {"one process for each value", "每个值对应一个进程"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
