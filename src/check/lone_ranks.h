#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "config/load.h"
#include "script/summary.h"

namespace mmlint::check {

struct Request;
struct LinkedLaunch;
class LaunchGraph;

// A launch of the project starts several processes of a script, each of which trains a model of its
// own: started so, the script makes no process group.
struct LoneRanks {
  Span count;     // the word of the launch that says how many
  Span group;     // what would make the group if it were called; unknown if nothing would
  Span training;  // where gradients are computed, or the Runner is built
};

// What a script does where a launch of the project starts it in several processes.
struct KnownRun {
  const LinkedLaunch* launch;  // the graph owns it
  std::unique_ptr<script::Summary> run;
};

// Returns the known runs of the script at that path; none if there are too many, or if the script
// imports what was not walked. `script` is what it does however it is started. With a rank, each is
// what the process with that number does, and not all of them may do.
std::vector<KnownRun> known_runs(const std::string& path, const script::Summary& script,
                                 const Request& request, const LaunchGraph& graph,
                                 std::optional<int> rank = std::nullopt);
// Returns what a script does in a launch that starts it on this machine, in one process or several,
// with known arguments; null for another launch, or if that is not known.
std::unique_ptr<script::Summary> known_run(const std::string& path, const script::Summary& script,
                                           const LinkedLaunch& linked, const Request& request);
// Returns what a script that builds a Runner does in each of the launches that start it; none if
// one of them may also do something else.
std::vector<std::shared_ptr<const script::Summary>> builds_as_started(
    const std::string& path, const script::Summary& script,
    const std::vector<const LinkedLaunch*>& launches, const Request& request);
// Returns the first of the runs in which the processes are alone; nullopt if there is none, or if
// that is not certain, as the walk has not seen all that may make the group.
std::optional<LoneRanks> lone_ranks(const script::Summary& script, const Request& request,
                                    const std::vector<KnownRun>& runs);

// Returns the same of a script that builds a Runner of MMEngine, which makes the group itself
// unless its launcher is 'none' (mmengine/runner/runner.py: setup_env). `configs` are those that
// the script loads.
std::optional<LoneRanks> lone_runners(const std::string& path, const script::Summary& script,
                                      std::span<const config::Resolved* const> configs,
                                      const Request& request, const LaunchGraph& graph);

// Returns true if every argument that a launch gives to its script is known.
bool has_known_arguments(const LinkedLaunch& linked);
// Returns true for a launch by torchrun, or by torch.distributed.launch in the same manner: the
// number of the process is in the environment and not among the options.
bool is_by_torchrun(const LinkedLaunch& linked);
// Returns the options that a launch gives to its script; nothing is known of the environment.
script::Start start_of(const LinkedLaunch& linked);

// Returns true if the walk has seen everything that may make a process group.
bool sees_every_group(const script::Summary& script, const Request& request);

}  // namespace mmlint::check
