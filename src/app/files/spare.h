#pragma once

#include "base/run_report.h"

namespace mmlint::app {

// The paths of documents with which something worked: those that were given, in their place, or
// some of them in `own`.
struct Spared {
  std::span<const std::string> paths;
  std::vector<std::string> own = {};

  Spared(std::span<const std::string> all) : paths(all) {}  // NOLINT: all of them
  explicit Spared(std::vector<std::string> some) : own(std::move(some)) { paths = own; }
  Spared(Spared&&) = default;  // the paths stay where they are
  Spared(const Spared&) = delete;
};

// Calls `work` with the paths of all documents. If it throws an InternalError, it is called with
// each document alone; those with which it fails again are added to report.internal_errors, and it
// is called once more with the others, whose paths are returned. `work` must leave nothing behind
// when it throws. A failure that no single document causes is thrown on and ends the program.
Spared spare_the_others(std::span<const std::string> paths, RunReport& report,
                        const std::function<void(std::span<const std::string>)>& work);

}  // namespace mmlint::app
