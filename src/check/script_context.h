#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/lone_ranks.h"
#include "check/script/drifting_steps.h"
#include "check/script/other_starts.h"
#include "check/script/script_place.h"
#include "check/script/unshared_samples.h"
#include "check/script/unsynced_models.h"
#include "config/load.h"
#include "script/summary.h"

namespace mmlint::check {

struct Request;
struct LinkedLaunch;
class LaunchGraph;

// What a script does in one start of the project.
struct StartedRun {
  const LinkedLaunch* launch = nullptr;
  std::shared_ptr<const script::Summary> run;
};

// The files of the project that belong to a script: what starts it, and which configs it loads.
struct ScriptContext {
  std::string path;                           // absolute path of the entry script
  std::vector<const LinkedLaunch*> launches;  // the launches that start it
  // The configs that it loads, as far as they are known: by a path that stands in the script, or by
  // one that a launch gives. The workspace owns them.
  std::vector<const config::Resolved*> configs;
  // The pairs KEY=VALUE that those launches give behind --cfg-options; the values as text.
  std::map<std::string, std::string> cfg_options;
  bool makes_group = false;  // must: each of the configs imports a module that makes the group
  std::optional<LoneRanks> lone_ranks;  // a launch starts processes that never make the group
  std::vector<UnsyncedModel> unsynced;  // the models that each process trains for itself
  std::vector<Span> unshared;           // the loaders that give each process all samples
  std::vector<ShortSampler>
      short_samplers;        // those that are told of fewer processes than there are
  bool sets_epochs = false;  // may: a sampler is told the number of each epoch
  bool is_needed = false;    // must: training does not start where it fails; whoever judges sets it
  bool shares_by_hand = false;                   // may: each rank has a data set of its own
  bool converts_no_batch_norm = false;           // must: converting the batch norms changes nothing
  std::vector<Span> other_starts;                // the seeds that set the models apart
  std::vector<DriftingStep> drifting;            // what lets the weights of the processes differ
  std::vector<ScriptPlace> untold_samplers;      // that set_epoch leaves out
  std::vector<ScriptPlace> groupless_calls;      // that need the process group
  std::vector<ScriptPlace> lone_collectives;     // that some processes alone call
  std::vector<ScriptPlace> written_by_one_rank;  // behind DistributedDataParallel
  std::vector<ScriptPlace> replaced_behind;      // new modules of a wrapped model
  std::vector<ScriptPlace> samplers_of_one_rank;  // that are the same part for all processes
  std::vector<ScriptPlace> reduced_to_one;        // gradients that one rank alone gets
  std::vector<ScriptPlace> groups_of_one;         // process groups of wrappers
  std::vector<ScriptPlace> spawned_twice;         // calls of mp.spawn below torchrun
  std::vector<ScriptPlace> idle_layers;           // of wrapped models
  std::vector<ScriptPlace> rates_of_rank;         // learning rates
  // What the script does in each start of the project; empty if one of them is not known. A run
  // that goes past a place in all of them does not get there, whatever the options allow.
  std::vector<StartedRun> runs;
  std::shared_ptr<const LaunchGraph> graph;  // owns `launches`
};

// Returns the context of the script at that absolute path. `graph` may be null if there are no
// launch scripts.
ScriptContext context_of(const std::string& path, const script::Summary& script,
                         const Request& request, std::shared_ptr<const LaunchGraph> graph);

}  // namespace mmlint::check
