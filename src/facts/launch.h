#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mmlint::facts {

// Environment variables that launchers set: rules/facts/launch_variables.json. Each function
// answers for the name of a variable.

// Returns true if its value tells processes apart: their number among all, or on their node.
bool is_rank_variable(std::string_view name);
// Returns true if torchrun and torch.distributed.launch set it.
bool is_set_by_torchrun(std::string_view name);
// Returns true if it is one of a scheduler or of MPI by how it begins: "SLURM_NTASKS".
bool is_of_job(std::string_view name);
// Returns true if a shell, a login or conda mostly exports it: rules/facts/usual_variables.json.
bool is_usual_variable(std::string_view name);

// The variables that torchrun, mpirun and srun set.
std::vector<std::string> torchrun_variables();
std::vector<std::string> mpi_variables();
struct StepVariable {
  std::string name;
  bool counts;  // it says how many processes there are, not which one this is
};
std::vector<StepVariable> slurm_variables();
// Returns how variables of MPI begin that do not have its name in theirs: "PMI_".
std::vector<std::string> mpi_beginnings();

}  // namespace mmlint::facts
