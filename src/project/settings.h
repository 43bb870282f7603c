#pragma once

#include "value/limits.h"
#include "value/packages.h"

namespace mmlint::project {

// Everything besides the files that may change what a config means. It stays the same during a run.
struct Settings {
  std::map<std::string, std::string> environment;
  // False: a variable that `environment` lacks may still be set where the config is used.
  bool knows_all_variables = true;
  PackageSettings packages;
  int jobs = 1;
  Limits limits;  // of each config
  // The bytes that files may take after Workspace::load(). Of the configs for which that is too
  // little, which must be on the disk, an outline stays, and they are read again when they are
  // asked for.
  std::size_t room = std::numeric_limits<std::size_t>::max();
};

}  // namespace mmlint::project
