#pragma once

#include "probe/wrap_model.h"

namespace mmlint::probe {

// The probe as it stands in MMEngine's runner.py: marked lines above each statement that wraps the
// model, which import the module of that name from the same folder.
inline constexpr std::string_view kModule = "mmlint_probe.py";

// Returns the text with the probe in it. `version` is that of mmlint.
std::string with_probe(const Source& runner, const WrapModel& found, std::string_view version);

// What a text with the probe says of itself.
struct Probed {
  std::string version;   // of the mmlint that put the probe in
  std::string sha256;    // of the file as it was before
  std::string original;  // the text without the marked lines
};
// Takes the probe out; nullopt if no line is marked. Whether anything else was changed since, the
// hash tells.
std::optional<Probed> without_probe(std::string_view text);

// Returns the bytes of src/probe/probe_ddp.py, which the build puts into the binary.
std::string_view module_text();

}  // namespace mmlint::probe
