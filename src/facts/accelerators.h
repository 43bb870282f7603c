#pragma once

#include "base/std.h"

namespace mmlint::facts {

// What the files of targets do not say about accelerators; see src/catalog/target.h for the
// rest.

// Returns the device types of PyTorch that no target is for: rules/facts/devices.json.
std::vector<std::string> foreign_devices();
// Returns true if every build of PyTorch has the module torch.NAME of that device.
bool is_built_in(std::string_view device);
// Returns true for a module behind which torch.cuda.device_count() counts the cards of another
// device, although torch.cuda.is_available() stays False: rules/facts/bridges.json.
bool counts_cards(std::string_view module);
// Returns true for a backend that moves tensors in the memory of the host:
// rules/facts/backends.json.
bool is_host_backend(std::string_view backend);
std::vector<std::string> host_backends();
// Returns the backends of accelerators that no target can start.
std::vector<std::string> other_card_backends();

}  // namespace mmlint::facts
