#pragma once

#include "base/std.h"

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

// Programs by their file name, such as "torchrun": rules/facts/programs.json.

// Returns true for a program that reads shell text.
bool is_shell(std::string_view program);
// Returns true for a builtin of bash that POSIX does not have: "source", "shopt".
bool is_builtin_of_bash(std::string_view command);
// Returns true for a program that takes the words of `docker run` and `docker exec`.
bool runs_containers(std::string_view program);
// Returns how many words stand between the options of a program and the program that it starts: 1
// for "timeout". nullopt for a program that starts no other.
std::optional<std::size_t> words_of_wrapper(std::string_view program);
// Returns true if a beginning of an option's name that no other option has stands for the option.
bool abbreviates_options(std::string_view program);

// Options by their long names without dashes, with '_' for '-', such as "rdzv_backend":
// rules/facts/program_options.json.

// Returns how many values an option of a program takes; nullopt for an option that is not known.
std::optional<std::size_t> values_of_option(std::string_view program, std::string_view option);
// Returns the options of a program that are known.
std::vector<std::string> options_of(std::string_view program);

// Returns true for the name of a file with shell text: rules/facts/shell_endings.json.
bool has_shell_ending(std::string_view path);

}  // namespace mmlint::facts
