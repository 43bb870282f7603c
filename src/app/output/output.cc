#include "app/output/output.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "base/paths.h"
#include "base/posix_file.h"
#include "project/gitignore.h"
#include "report/shown.h"

namespace mmlint::app {
namespace {

constexpr int kBySignal = 128;  // the exit code of a run that signal N ends is 128 + N
volatile std::sig_atomic_t writing = 0;
volatile std::sig_atomic_t interrupted = 0;  // the signal; 0: none

extern "C" void on_interrupt(int signal) {
  if (writing == 0) _exit(kBySignal + signal);
  interrupted = signal;
}

// What cannot be replaced is written where it is: a device, a file whose folder is closed.
Status write_in_place(const std::string& path, std::string_view bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return fail(fmt::format("cannot write: {}", std::strerror(errno)), path);
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (std::fclose(file) != 0 || !whole) return fail("cannot write all of it", path);
  return {};
}

// A whole report, or what stood there before.
Status write_file(const std::string& path, std::string_view bytes) {
  struct stat status;
  const bool is_new = lstat(path.c_str(), &status) != 0;
  // Behind a link, such as /dev/stdout, somebody may hold the file open.
  const bool is_replaced = is_new || S_ISREG(status.st_mode);
  // A pipe may be waited for as long as nobody reads from it, so a signal ends that.
  const bool is_file = is_replaced || (stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode));
  if (!is_file) return write_in_place(path, bytes);
  const WritingFiles guard;
  if (is_replaced) {
    const std::string in_folder = path.find('/') == path.npos ? "./" + path : path;
    remove_leftovers(parent_folder(in_folder));
    const auto replaced = replace_atomically(in_folder, bytes);
    if (!replaced) return fail(replaced.error().message, path);
    if (*replaced == Replaced::kDone) return {};
  }
  return write_in_place(path, bytes);
}

// The text with the characters escaped that a terminal would obey.
std::string harmless(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out += report::printable(text.substr(begin, end - begin), "\t");
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

// The columns of the terminal that a report goes to; 0 if it goes elsewhere.
std::size_t terminal_columns() {
  winsize size = {};
  if (isatty(STDOUT_FILENO) != 1 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

}  // namespace

void install_signal_handlers() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of its write
  for (const int each : {SIGHUP, SIGINT, SIGTERM}) {
    // Who starts mmlint with nohup, or behind a shell's `&`, has it ignore the signal.
    if (std::signal(each, on_interrupt) == SIG_IGN) std::signal(each, SIG_IGN);
  }
}

WritingFiles::WritingFiles() {
  writing = 1;
}
WritingFiles::~WritingFiles() {
  writing = 0;
  if (interrupted != 0) _exit(kBySignal + interrupted);
}

Status write_stdout(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EPIPE) return {};
    if (n < 0)
      return fail(fmt::format("cannot write: {}", std::strerror(errno)), "standard output");
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

Status write_output(const std::string& output, std::string_view bytes) {
  return output == "-" ? write_stdout(bytes) : write_file(output, bytes);
}

void shorten_path(std::string& text, const std::string& current_folder) {
  const std::string prefix = current_folder + "/";
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at))
    text.erase(at, prefix.size());
}

void shorten_paths(RunReport& report, const std::string& current_folder) {
  const auto shorten = [&](std::string& text) { shorten_path(text, current_folder); };
  const auto shorten_all = [&shorten](Diagnostic& d) {
    for (std::string* text : {&d.label, &d.message, &d.why}) shorten(*text);
    for (std::string& note : d.notes) shorten(note);
    for (Label& label : d.labels) shorten(label.text);
  };
  for (Diagnostic& d : report.diagnostics) shorten_all(d);
  for (Diagnostic& d : report.fixed) shorten_all(d);
  for (RefusedFix& refused : report.refused) shorten(refused.reason);
  for (std::string& open : report.open) shorten(open);
  for (Migration& migration : report.migrations) {
    shorten(migration.script);
    shorten(migration.command);
  }
}

int leave(const RunReport& report, int code) {
  for (const Error& error : report.errors) write_error(to_string(error));
  for (const Error& error : report.internal_errors)
    write_error(fmt::format("{}: internal error, please report it: {}", error.path, error.message));
  if (!report.errors.empty()) code = static_cast<int>(Exit::kUsage);
  if (!report.internal_errors.empty()) code = static_cast<int>(Exit::kInternal);
  std::fflush(nullptr);
#ifndef MMLINT_SANITIZED
  _exit(code);
#endif
  return code;
}

int leave(const Error& error) {
  RunReport report;
  report.errors.push_back(error);
  return leave(report, 0);
}

Status write_diff(std::string_view diff) {
  return write_stdout(isatty(STDOUT_FILENO) == 1 ? harmless(diff) : diff);
}

void write_error(std::string_view message) {
  write_stderr(fmt::format("mmlint: {}\n", report::printable(message, "\t")));
}

void write_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

bool use_color(const Options& options) {
  if (options.color != Color::kAuto) return options.color == Color::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) == 1 && (!no_color || *no_color == '\0');
}

report::Settings report_settings(const Options& options) {
  report::Settings settings;
  settings.color = use_color(options);
  settings.language = language_of(options);
  const std::string current = current_folder();
  settings.display_root = current.empty() ? "/" : current;
  settings.git_root = project::git_root(DiskFileSystem(), settings.display_root);
  settings.statistics = options.statistics;
  settings.timing = options.timing;
  settings.dry_run = options.diff;
  settings.fixes_unsafe = options.unsafe;
  settings.verbose = options.verbose;
  settings.explained = options.fail_on == Severity::kInfo ? Severity::kInfo : Severity::kWarning;
  settings.columns = terminal_columns();
  settings.arguments = options.repeated;
  settings.fail_on = options.fail_on;
  return settings;
}

Status write_reports(const Options& options, const RunReport& report, const SourceStore& sources,
                     std::span<const report::RuleHelp> rules) {
  report::Settings settings = report_settings(options);
  settings.rules = rules;
  const bool color = settings.color;
  const std::size_t columns = settings.columns;
  const auto judged = report.configs + report.scripts + report.shells;
  const bool nothing_read = !report.errors.empty() && judged == 0;
  for (std::size_t i = 0; i < options.formats.size(); ++i) {
    if (nothing_read && !options.formats[i]->always_written) continue;
    const std::string& output = options.outputs[i];
    settings.color = color && (output == "-" || options.color == Color::kAlways);
    settings.columns = output == "-" ? columns : 0;
    const std::string bytes = options.formats[i]->render(report, sources, settings);
    if (const Status done = write_output(output, bytes); !done) return done;
  }
  return {};
}

}  // namespace mmlint::app
