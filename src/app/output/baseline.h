#pragma once

#include "app/settings/options.h"
#include "report/baseline.h"

// The files of --baseline and --write-baseline.
namespace mmlint::app {

// Returns true if something is at an absolute path.
bool is_there(const std::string& path);
// Returns true if one of these options is given.
bool has_baseline(const Options& options);
// Leaves out of the report what the file of --baseline has, and says so; or writes the file of
// --write-baseline, after which nothing is left to report. Does nothing without these options. What
// is wrong with a file becomes an error of the report.
void use_baseline(const Options& options, const report::JudgedFiles& judged,
                  const SourceStore& sources, RunReport& report);

}  // namespace mmlint::app
