#pragma once

#include <string_view>

#include "app/options.h"
#include "app/project.h"
#include "base/run_report.h"

namespace mmlint::app {

// Writes every format of the report to its place. A closed pipe is no error. Where nothing could be
// read, the formats for people are left out, since the errors on standard error say it.
Status write_reports(const Options& options, const RunReport& report, Project& project);
Status write_stdout(std::string_view bytes);
// Makes the absolute paths in the report's sentences relative to the current folder.
void shorten_paths(RunReport& report, const std::string& current_folder);
void write_stderr(std::string_view text);  // nobody to tell if it fails
// Writes to a file, or to standard output if `output` is "-".
Status write_output(const std::string& output, std::string_view bytes);
report::Settings report_settings(const Options& options, Project& project);

// Says on stderr what could not be done ("mmlint: path:line: message") and ends the process: with 3
// or 2 if there was an error, else with `code`. The kernel takes the memory back faster than
// destructors would; only sanitizer builds return, to see leaks.
int leave(const RunReport& report, int code);

// Ctrl-C ends at once with 130, but never in the middle of writing a file.
void install_signal_handlers();
class WritingFiles {
 public:
  WritingFiles();
  ~WritingFiles();
};

}  // namespace mmlint::app
