#include "check/script_context.h"

#include <algorithm>

#include "base/paths.h"
#include "check/config/checks.h"
#include "check/launch_graph.h"
#include "check/rank_runs.h"
#include "check/script/apart_after_wrap.h"
#include "check/script/batch_norms.h"
#include "check/script/groupless_calls.h"
#include "check/script/idle_layers.h"
#include "check/script/lone_collectives.h"
#include "check/script/lone_groups.h"
#include "check/script/rank_values.h"
#include "check/script/untold_samplers.h"
#include "script/symbols.h"

namespace mmlint::check {
namespace {

void add_options(const LinkedLaunch& linked, std::map<std::string, std::string>& out) {
  bool inside = false;
  for (const auto& word : linked.launch->arguments) {
    if (word.value.starts_with("--")) inside = word.is("--cfg-options");
    const std::size_t sign = word.value.find('=');
    if (!inside || !word.is_known() || sign == std::string::npos) continue;
    out.insert_or_assign(word.value.substr(0, sign), word.value.substr(sign + 1));
  }
}

void add_config(const std::string& path, const Request& request,
                std::vector<const config::Resolved*>& out) {
  if (request.workspace.files().kind(path) != FileKind::kFile) return;
  const config::Resolved* config = request.workspace.resolve(path);
  const bool is_new = std::find(out.begin(), out.end(), config) == out.end();
  if (config && config->ok() && is_new) out.push_back(config);
}

// Whether something beside the code of a script may make the process group, or choose a launcher.
bool may_make_group(const ScriptContext& context, const FileSystem& files) {
  return context.cfg_options.contains("launcher") ||
         std::any_of(context.configs.begin(), context.configs.end(), [&](const auto* config) {
           return process_group_module(*config, files) ||
                  !imports_not_found(*config, files).empty();
         });
}

// What the script does in each of its launches; empty if that is not known of all of them, or if
// there are too many. Takes over the `known` ones.
std::vector<StartedRun> started_runs(const ScriptContext& context, const script::Summary& script,
                                     const Request& request, std::vector<KnownRun>& known) {
  constexpr std::size_t kMost = 4;
  std::vector<StartedRun> out;
  for (const LinkedLaunch* linked : context.launches) {
    if (is_told_by_another(*linked, context.launches)) continue;
    if (out.size() == kMost || !has_known_arguments(*linked)) return {};
    const auto own = std::find_if(known.begin(), known.end(),
                                  [&](const KnownRun& each) { return each.launch == linked; });
    auto run = own != known.end() ? std::move(own->run)
                                  : known_run(context.path, script, *linked, request);
    if (!run) return {};
    out.push_back({linked, std::move(run)});
  }
  return out;
}

}  // namespace

ScriptContext context_of(const std::string& path, const script::Summary& script,
                         const Request& request, std::shared_ptr<const LaunchGraph> graph) {
  ScriptContext out;
  out.path = path;
  for (const script::Alternative& choice : script.config) {
    const Value* loaded = choice.data();
    if (!loaded || loaded->kind != Value::Kind::kString) continue;
    // Training is mostly started in the project's root.
    for (const std::string& root : request.roots)
      add_config(absolute_path(loaded->text(), root), request, out.configs);
    if (out.configs.empty())
      add_config(absolute_path(loaded->text(), parent_folder(path)), request, out.configs);
  }
  if (graph) out.launches = graph->of_script(path);
  for (const LinkedLaunch* linked : out.launches) {
    if (!linked->config.path.empty()) add_config(linked->config.path, request, out.configs);
    add_options(*linked, out.cfg_options);
  }
  out.makes_group = !out.configs.empty() &&
                    std::all_of(out.configs.begin(), out.configs.end(), [&](const auto* config) {
                      return process_group_module(*config, request.workspace.files()).has_value();
                    });
  out.unsynced = unsynced_models(script, script, request);
  const bool in_several =
      std::any_of(out.launches.begin(), out.launches.end(),
                  [](const auto* linked) { return linked->processes().value_or(1) > 1; });
  out.short_samplers = short_samplers(script, in_several, request.target);
  out.sets_epochs = sets_epochs(script, request);
  out.shares_by_hand = shares_by_hand(script, request);
  out.converts_no_batch_norm = converts_no_batch_norm(script, request);
  out.untold_samplers = untold_samplers(script, request);
  out.drifting = drifting_steps(script, request);
  out.other_starts = other_starts(script, request);
  if (graph && script.trains) {
    std::vector<KnownRun> runs = known_runs(path, script, request, *graph);
    const bool by_config = !script.builds.empty() && may_make_group(out, request.workspace.files());
    if (script.builds.empty())
      out.lone_ranks = lone_ranks(script, request, runs);
    else if (!by_config || (out.makes_group && !out.cfg_options.contains("launcher")))
      out.lone_ranks = lone_runners(path, script, out.configs, request, *graph);
    // Of a script that makes a group too, nobody knows if it has to.
    if (by_config && out.lone_ranks && out.lone_ranks->group.known()) out.lone_ranks.reset();
    for (const KnownRun& each : runs) {
      if (out.unsynced.empty()) out.unsynced = unsynced_models(script, *each.run, request);
      if (out.idle_layers.empty()) out.idle_layers = idle_layers(script, *each.run, request);
      if (out.unshared.empty()) out.unshared = unshared_samples(script, *each.run, request);
    }
    if (script.builds.empty()) out.runs = started_runs(out, script, request, runs);
  }
  const std::vector<RankRuns> by_rank = rank_runs(path, script, request, graph.get());
  out.groupless_calls = groupless_calls(script, request, by_rank);
  out.lone_collectives = lone_collectives(script, request, by_rank);
  out.written_by_one_rank = written_by_one_rank(script, request, by_rank);
  out.replaced_behind = replaced_behind_wrapper(script, request);
  out.samplers_of_one_rank = samplers_of_one_rank(script, by_rank);
  out.rates_of_rank = rates_of_rank(script, by_rank);
  if (out.idle_layers.empty()) out.idle_layers = idle_layers(script, script, request);
  out.reduced_to_one = reduced_to_one(script, request, by_rank);
  out.groups_of_one = groups_of_one(script, by_rank);
  out.spawned_twice = spawned_twice(script, request, by_rank);
  out.graph = std::move(graph);
  return out;
}

}  // namespace mmlint::check
