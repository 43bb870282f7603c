#pragma once

#include "check/findings/finding.h"
#include "fix/context.h"

namespace mmlint::fix {

// How a place names the device that torch.cuda.is_available() decides.
struct DeviceName {
  std::string text;                    // "device", or a conditional expression
  std::optional<TextEdit> definition;  // of the variable, if the module lacks it
};

// Returns the name for a place (a byte offset) in the file of a finding: the variable `device` of
// the module, which is defined behind its first imports. A conditional expression where the file
// uses that name for something else, where the variable would be too late, or where the program
// sets CUDA_VISIBLE_DEVICES: torch must not ask for CUDA before that. `torch` is the file's name
// for PyTorch.
DeviceName device_name(const check::Finding& finding, std::uint32_t place, const std::string& torch,
                       const Context& context);

// Returns true if a program that may import the file of a hit names CUDA_VISIBLE_DEVICES, so that
// nothing may ask for CUDA when the file is imported.
bool importers_choose_cards(const check::ScriptHit& hit);

}  // namespace mmlint::fix
