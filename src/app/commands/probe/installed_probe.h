#pragma once

#include "base/file_system.h"

namespace mmlint::app {

// What was done to an MMEngine, or why nothing was.
struct ProbeOutcome {
  std::string text;  // for people, whole lines
  std::string diff;  // what somebody else has changed, where that is why nothing was done
  std::optional<Error> error;
};

// Puts the probe into a runner.py (its path without symlinks): marked lines into the file itself,
// the module that they import and a copy of the file as it was beside it. All of that is written or
// nothing. What has the probe already stays as it is.
ProbeOutcome install_probe(const std::string& runner, FileSystem& disk);

// Gives back the bytes that the file had before, and removes what was put beside it.
ProbeOutcome restore_runner(const std::string& runner, FileSystem& disk);

}  // namespace mmlint::app
