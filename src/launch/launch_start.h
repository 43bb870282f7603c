#pragma once

#include "script/start.h"

namespace mmlint::project {
class Workspace;
}

// What a launch gives to its script: arguments and variables.
namespace mmlint::launch {

struct LinkedLaunch;

// Returns true for a launch by torchrun, or by torch.distributed.launch in the same manner: the
// number of the process is in the environment and not among the options.
bool is_by_torchrun(const LinkedLaunch& linked);
// Returns true for a program that only runs another one, in the same place: "nohup".
bool is_transparent(std::string_view wrapper);
// Returns true if every argument that a launch gives to its script is known.
bool has_known_arguments(const LinkedLaunch& linked);
// Returns true if torchrun starts several processes on this machine, and Slurm and mpirun have
// nothing to do with it.
bool starts_several(const LinkedLaunch& linked, project::Workspace& workspace);
// Returns true for a launch on this machine, of one process or several, and not in a job of Slurm
// and its like.
bool is_on_this_machine(const LinkedLaunch& linked, project::Workspace& workspace);
// Returns true if a launch runs in a container or on another machine, without any other wrapper.
// Variables and options that the launch does not set there are unknown.
bool is_in_container(const LinkedLaunch& linked);
// Returns true for such a launch with known arguments.
bool starts_here(const LinkedLaunch& linked, project::Workspace& workspace);
// Returns true if srun starts Python itself, and the launch script does nothing with the variables
// by which torchrun tells its processes apart, which such processes lack.
bool is_slurm_step(const LinkedLaunch& linked, project::Workspace& workspace);
// Returns true if mpirun starts Python itself, and the launch script leaves those variables alone
// too.
bool is_by_mpi(const LinkedLaunch& linked, project::Workspace& workspace);

// Returns the options that a launch gives to its script; nothing is known of the environment.
script::Start start_of(const LinkedLaunch& linked);
// Returns all that a launch decides of a run.
script::Start start_of(const LinkedLaunch& linked, project::Workspace& workspace);
// Returns what is known of any process that torchrun starts, whatever its arguments are.
script::Start any_start();

}  // namespace mmlint::launch
