#pragma once

#include "app/settings/options.h"

namespace mmlint::app {

// Writes every format of the report to its place, or returns the error of the first that could not
// be written. Where nothing could be read, only those are written that always are, since the errors
// on standard error say it. `rules` is the help of the rules that were found.
Status write_reports(const Options& options, const RunReport& report, const SourceStore& sources,
                     std::span<const report::RuleHelp> rules);
// Writes all bytes to standard output, or returns why it cannot. A closed pipe is no error.
Status write_stdout(std::string_view bytes);
// Makes absolute paths below the current folder, anywhere in a text, relative to it.
void shorten_path(std::string& text, const std::string& current_folder);
// Does so in the sentences of a report.
void shorten_paths(RunReport& report, const std::string& current_folder);
// Writes a diff to standard output: its bytes, but to a terminal what no terminal obeys.
Status write_diff(std::string_view diff);
// Writes "mmlint: MESSAGE" to standard error in one line, without characters that a terminal would
// obey: what follows a line feed in a file's name would be a command of its own to a CI.
void write_error(std::string_view message);
// Writes to standard error, and ignores failures, since nobody could be told of them.
void write_stderr(std::string_view text);
// Writes to a file, or to standard output if `output` is "-".
Status write_output(const std::string& output, std::string_view bytes);
// Returns true if what goes to standard output is to be in colour: --color, NO_COLOR, a terminal.
bool use_color(const Options& options);
// Returns how reports are to be written: color, language, folders and what else the options ask
// for.
report::Settings report_settings(const Options& options);

// Says on stderr what could not be done ("mmlint: path:line: message") and ends the process: with 3
// after an internal error, with 2 after another one, else with `code`. The kernel takes the memory
// back faster than destructors would; only sanitizer builds return, to see leaks.
int leave(const RunReport& report, int code);
// Does so after an error that ends a run before it has found anything.
int leave(const Error& error);

// Makes SIGINT, SIGTERM and SIGHUP end the process at once with 128 and the signal's number, such
// as 130 for Ctrl-C, but never in the middle of writing a file. One that is ignored when mmlint
// starts, as with nohup, stays so.
void install_signal_handlers();
// While it lives, Ctrl-C ends the process only when it is destroyed. There may be one at a time.
class WritingFiles {
 public:
  WritingFiles();
  ~WritingFiles();
};

}  // namespace mmlint::app
