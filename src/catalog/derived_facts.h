#pragma once

#include <string_view>
#include <vector>

#include "catalog/target.h"

namespace mmlint::catalog {

// Adds to the facts "scripts" of each target what follows from all targets of a run and from
// rules/facts, so that a new target is one file:
//   known_devices   device types that torch.device takes on any target, besides "cpu"
//   plugin_devices  those that only a plugin adds to PyTorch
//   other_devices   those that are not among this target's "device_types"
//   plugin_names    "torch.npu*" for each device that only a plugin adds
//   absent_names    "torch.npu.*" for each of those that is not this target's "device"
//   all_bridges     modules that turn calls of CUDA into those of a plugin: "bridges" of any target
//   missing         accelerators ("available" of other targets) that this target does not have
//   plugin_modules  the packages of the plugins: "modules" of any target
//   no_modules      those that this target does not have
//   card_variables  environment variables that hide cards on any target
//   host_backends, card_backends  backends of torch.distributed, by the memory that they serve
//   cuda_packages   unless the file has it: packages that need CUDA
void add_derived_facts(std::vector<Target>& targets);
// Returns true for the name of one of them that no file may have.
bool is_derived(std::string_view script_fact);

}  // namespace mmlint::catalog
