#include "facts/launch.h"

#include "facts/table.h"

namespace mmlint::facts {
namespace {

const Table& variables() {
  static const Table table("launch_variables");
  return table;
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

}  // namespace mmlint::facts
