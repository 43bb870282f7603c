#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <thread>

#include "base/pinned.h"
#include "base/run_report.h"

namespace mmlint::app {

// What a run does, for Progress.
inline constexpr const char* kReading = "reading the project";
inline constexpr const char* kJudging = "judging";
inline constexpr const char* kFixing = "trying the fixes";

// Says on a terminal what a run is doing once it takes longer than a second, in one line on
// standard error that is taken away again. Anywhere else it does nothing.
class Progress : Pinned {
 public:
  // Starts to count the second. `what` is the text of the first step; it must live as long.
  explicit Progress(const char* what);
  ~Progress();  // takes the line away

  // Changes what is said. The text must live as long as this object.
  void step(const char* what) { what_ = what; }

 private:
  void show();

  std::atomic<const char*> what_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool is_over_ = false;
  std::thread thread_;  // runs only on a terminal
};

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
