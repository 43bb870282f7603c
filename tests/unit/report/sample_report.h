#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "report/report.h"

namespace mmlint::report {

// A fixed report over files in memory, as app would fill it.
struct Sample {
  SourceStore sources;
  RunReport report;
  Settings settings;
};

// "check": every part a finding can have. "clean": nothing found. "fix": a run of fix with
// something fixed, refused and left. "hostile": bytes that try to break the reader.
std::span<const std::string> sample_names();
std::unique_ptr<Sample> make_sample(std::string_view name);

}  // namespace mmlint::report
