#pragma once

#include "launch/programs.h"

// What a program does in its launches, and in some of their processes. These are big facts
// (ProgramFacts::get_big); the other functions return what such facts are made of.
namespace mmlint::launch {

// What a program does in one launch.
struct KnownRun {
  const LinkedLaunch* launch;  // the graph owns it
  std::shared_ptr<const script::Summary> run;
  bool is_whole = true;  // must: all arguments of the launch are known
};

// A fact: the runs of the launches that start several processes of a training script without a
// Runner. None if there are too many, or if the script imports what was not walked.
std::vector<KnownRun> known_runs(const ProgramFacts& facts);
// A fact: the same, or the run of any process that torchrun starts (its launch is null) if the
// project starts the script nowhere: it makes the group of all processes, and is made for several.
std::vector<KnownRun> group_runs(const ProgramFacts& facts);
// A fact: what a training script without a Runner does in each of its launches; empty if one of
// them is not known. A run that goes past a place in all of them does not get there, whatever the
// options allow. What a launch does not tell is open in its run: `train.py --device cpu "$@"`.
std::vector<KnownRun> started_runs(const ProgramFacts& facts);
// A fact: what a script that builds a Runner does in each of its launches. The run is null for a
// launch that decides nothing of it, or of which too little is known.
std::vector<KnownRun> builds_as_started(const ProgramFacts& facts);

// A fact: what a script that builds a Runner does in each of its launches by srun with a launcher.
// Only launches of which all is walked.
std::vector<KnownRun> slurm_runs(const ProgramFacts& facts);

// What two processes of one launch do: those of rank 0 and of rank 1 on one machine.
struct RankRuns {
  std::shared_ptr<const script::Summary> first, second;
  const LinkedLaunch* launch = nullptr;  // the graph owns it; null for any launch
};

// A fact: the rank runs of each launch that starts several processes, or of any launch of that kind
// if the project has none. What only one of the two does depends on the rank. Empty if the script
// makes no process group or never asks for its rank, or if not all of it was walked.
std::vector<RankRuns> rank_runs(const ProgramFacts& facts);

// Returns what a program does in a launch on this machine with known arguments; null for another
// launch, or if that is not known.
std::shared_ptr<const script::Summary> known_run(const ProgramFacts& facts,
                                                 const LinkedLaunch& linked);
// Returns the runs of the launches that start several processes: what any of these does, or the one
// with that rank. None if there are too many.
std::vector<KnownRun> runs_in_several(const ProgramFacts& facts,
                                      std::optional<int> rank = std::nullopt);

// Returns the point of a call of such a run without the conditions that only its launch answers.
// `script` is what the script does however it is started; `of` chooses the point of a call.
using PointOf = const script::ProgramPoint& (*)(const script::Call& call);
script::ProgramPoint point_in_any_run(
    const script::Call& call, const script::Summary& script,
    PointOf of = [](const script::Call& each) -> const script::ProgramPoint& {
      return each.point;
    });

}  // namespace mmlint::launch
