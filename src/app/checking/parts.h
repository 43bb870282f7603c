#pragma once

#include "app/checking/judging.h"
#include "app/settings/settings.h"
#include "fix/fixer.h"

namespace mmlint::app {

// Absolute paths of files that are judged alike.
struct PartFiles {
  std::vector<std::string> configs, scripts, launch_scripts, refused;
};

// The passed files of a project that are judged alike, and what they are judged by. A config that
// others inherit is judged as they are, so it may be in several parts; one that none inherits, a
// script and a launch script are judged by what is said of their own path.
struct Part {
  Options options;
  std::unique_ptr<Judging> judging;
  std::span<const std::string> configs, scripts, launch_scripts, refused;
  PartFiles own;                          // whose these are, unless they are the project's
  std::unique_ptr<project::Index> index;  // the configs of this part; null: those of the project
  std::set<std::string> shared;  // files that configs or launches of other parts use as well

  // Returns the request for run_check(), which borrows this object and the project.
  check::Request request(Project& project) const;
  // Returns how its findings are fixed, which borrows both as well: not in files that are shared.
  fix::Options fixing(const Project& project) const;
};

// Returns the parts of a project, in the order in which overrides name them; or the error of a rule
// or target that the settings name.
Result<std::vector<Part>> parts_of(const Settings& settings, Project& project);

}  // namespace mmlint::app
