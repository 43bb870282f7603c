#pragma once

#include <chrono>
#include <string>

#include "base/run_report.h"

namespace mmlint::app {

// Measures the phases of a run for its report, which must outlive the clock.
class Clock {
 public:
  explicit Clock(RunReport& report) : report_(report), last_(std::chrono::steady_clock::now()) {}
  // Adds the time since the last call, or since the clock was made, to the report as a phase.
  void phase(std::string name) {
    const auto now = std::chrono::steady_clock::now();
    report_.timings.push_back(
        {std::move(name), std::chrono::duration<double, std::milli>(now - last_).count()});
    last_ = now;
  }

 private:
  RunReport& report_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace mmlint::app
