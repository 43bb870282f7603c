#include "facts/launch.h"

#include "facts/table.h"

namespace mmlint::facts {
namespace {

const Table& variables() {
  static const Table table("launch_variables");
  return table;
}

const Table& programs() {
  static const Table table("programs");
  return table;
}

const Table& options() {
  static const Table table("program_options");
  return table;
}

constexpr std::size_t kMostValues = 2;

// The kind of the options of a program that take so many values: "srun 1".
std::string kind_of(std::string_view program, std::size_t values) {
  return std::string(program) + ' ' + std::to_string(values);
}

}  // namespace

bool is_rank_variable(std::string_view name) {
  return variables().has(name, "rank");
}

bool is_set_by_torchrun(std::string_view name) {
  return variables().has(name, "torchrun");
}

bool is_of_job(std::string_view name) {
  return variables().has(name, "job");
}

bool is_usual_variable(std::string_view name) {
  static const Table table("usual_variables");
  return table.has(name);
}

std::vector<std::string> torchrun_variables() {
  return variables().names("torchrun");
}

std::vector<std::string> mpi_variables() {
  return variables().names("mpi");
}

std::vector<StepVariable> slurm_variables() {
  std::vector<StepVariable> out;
  for (std::string& name : variables().names("slurm")) {
    const bool counts = variables().has(name, "count");
    out.push_back({std::move(name), counts});
  }
  return out;
}

std::vector<std::string> mpi_beginnings() {
  std::vector<std::string> out = variables().names("of_mpi");
  for (std::string& each : out) each.pop_back();  // the '*'
  return out;
}

bool is_shell(std::string_view program) {
  return programs().has(program, "shell");
}

bool is_builtin_of_bash(std::string_view command) {
  return programs().has(command, "builtin");
}

bool runs_containers(std::string_view program) {
  return programs().has(program, "container");
}

std::optional<std::size_t> words_of_wrapper(std::string_view program) {
  if (!programs().has(program, "wrapper")) return std::nullopt;
  return programs().number(program, "words").value_or(0);
}

bool abbreviates_options(std::string_view program) {
  return programs().has(program, "abbreviates");
}

std::optional<std::size_t> values_of_option(std::string_view program, std::string_view option) {
  for (std::size_t count = 0; count <= kMostValues; ++count) {
    if (options().has(option, kind_of(program, count))) return count;
  }
  return std::nullopt;
}

std::vector<std::string> options_of(std::string_view program) {
  std::vector<std::string> out;
  for (std::size_t count = 0; count <= kMostValues; ++count) {
    for (std::string& name : options().names(kind_of(program, count)))
      out.push_back(std::move(name));
  }
  return out;
}

bool has_shell_ending(std::string_view path) {
  static const std::vector<std::string> endings = Table("shell_endings").names();
  return std::ranges::any_of(endings,
                             [path](std::string_view each) { return path.ends_with(each); });
}

}  // namespace mmlint::facts
