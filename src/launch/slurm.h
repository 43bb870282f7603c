#pragma once

#include "shell/launch.h"

namespace mmlint {
class Source;
}
namespace mmlint::project {
class Workspace;
}

// What the #SBATCH lines of a batch script and the options of srun ask Slurm for.
namespace mmlint::launch {

struct LinkedLaunch;

// Returns the options of the #SBATCH lines of a launch script; nullopt if it has no such line.
std::optional<std::vector<shell::Flag>> batch_options(const Source& script);

// An option of sbatch or srun that is a number.
struct SlurmNumber {
  const shell::Flag* option = nullptr;  // null if it is not given
  std::optional<int> value;             // nullopt if it is not known, or a range
};
// Returns the last option of these names: the long one, and its letter or an empty text.
SlurmNumber slurm_number(std::span<const shell::Flag> options, std::string_view name,
                         std::string_view letter);

// The tasks that srun starts.
struct SlurmStep {
  std::optional<int> nodes;           // nullopt if that is not known
  std::optional<int> tasks_per_node;  // the most on one node; nullopt if that is not known
  std::optional<int> tasks;           // on all nodes; nullopt if no option gives it
  Span at;                            // the option that gives the number of tasks, else srun's word
};
// Returns the step in which srun runs a launch, or a launch script that leads to it; nullopt if no
// srun does.
std::optional<SlurmStep> slurm_step(const LinkedLaunch& launch, project::Workspace& workspace);

}  // namespace mmlint::launch
