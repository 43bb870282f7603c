#pragma once

#include <string_view>

#include "app/options.h"
#include "app/project.h"
#include "base/run_report.h"

namespace mmlint::app {

// Writes every format of the report to its place. A closed pipe is no error.
Status write_reports(const Options& options, const RunReport& report, Project& project);
Status write_stdout(std::string_view bytes);
// Sentences name files absolutely; people read them relative to where they stand.
void shorten_paths(RunReport& report, const std::string& current_folder);
void write_stderr(std::string_view text);  // nobody to tell if it fails
// "mmlint: path:line: message" for each error, on stderr.
void write_errors(const RunReport& report);
report::Settings report_settings(const Options& options, Project& project);

// Ends the process with this exit code once everything is written. The kernel takes the memory back
// faster than destructors would; only sanitizer builds return, to see leaks.
int leave(int code);

// Ctrl-C ends at once with 130, but never in the middle of writing a file.
void install_signal_handlers();
class WritingFiles {
 public:
  WritingFiles();
  ~WritingFiles();
};

}  // namespace mmlint::app
