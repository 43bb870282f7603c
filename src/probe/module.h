#pragma once

#include <string_view>

namespace mmlint::probe {

// Returns the bytes of src/probe/probe_ddp.py, which the build puts into the binary.
std::string_view module_text();

}  // namespace mmlint::probe
