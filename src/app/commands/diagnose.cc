#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>

#include "app/commands/commands.h"
#include "app/commands/diagnose/log_links.h"
#include "app/output/output.h"
#include "app/output/writing.h"
#include "base/posix_file.h"
#include "catalog/load.h"
#include "report/diagnosis.h"

namespace mmlint::app {

namespace {

constexpr std::size_t kPart = 1 << 20;  // bytes read at a time

// How far reading is, on a terminal, in one line that is wiped at the end.
class Progress {
 public:
  Progress(const std::string& path, std::uint64_t size)
      : path_(path), size_(size), on_(isatty(STDERR_FILENO) == 1 && size > 0) {}
  ~Progress() {
    if (shown_) write_stderr("\r\x1b[K");
  }

  void at(std::uint64_t bytes) {
    const auto now = std::chrono::steady_clock::now();
    if (!on_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    shown_ = true;
    write_stderr(fmt::format("\r{}: {} %\x1b[K", file_name(path_), bytes * 100 / size_));
  }

 private:
  const std::string& path_;
  std::uint64_t size_;
  bool on_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(1);
};

Error cannot_open(const std::string& path, int error) {
  if (path.empty()) return {"a path is empty; '-' is standard input", "", 0};
  if (error != ENOENT) return {"cannot be read: " + system_message(error), path, 0};
  const std::string current = current_folder();
  const auto meant = nearest_path(DiskFileSystem(), absolute_path(path, current));
  const std::string near =
      meant ? fmt::format(", did you mean '{}'?", relative_path(*meant, current)) : "";
  return {"no such file" + near, path, 0};
}

// Reads a log from the disk, or from standard input if the path is "-", part by part into the
// reader, which it finishes. On a terminal it says how far it is once that takes over a second. A
// file that cannot be read, and a folder, is an error.
Status read_log(const std::string& path, logs::Reader& reader) {
  UniqueFd own;
  int fd = STDIN_FILENO;
  if (path != "-") {
    own.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!own.ok()) return tl::unexpected(cannot_open(path, errno));
    fd = own.get();
  }
  struct stat about {};
  if (fstat(fd, &about) != 0) return fail("cannot be read: " + system_message(errno), path);
  if (S_ISDIR(about.st_mode)) return fail("is a folder; name the log in it", path);
  Progress progress(path, S_ISREG(about.st_mode) ? static_cast<std::uint64_t>(about.st_size) : 0);
  std::vector<char> part(kPart);
  for (std::uint64_t bytes = 0;;) {
    const ssize_t count = ::read(fd, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail("cannot be read: " + system_message(errno), path);
    if (count == 0) break;
    reader.feed({part.data(), static_cast<std::size_t>(count)});
    progress.at(bytes += static_cast<std::uint64_t>(count));
  }
  reader.finish();
  return {};
}

bool failed(const logs::Diagnosis& diagnosis) {
  return diagnosis.verdict != catalog::Verdict::kFinished &&
         diagnosis.verdict != catalog::Verdict::kNoLog;
}

// The rules that do not hold on the target that the user has named.
std::set<std::string> silent_rules(const Judging& judging) {
  std::set<std::string> out;
  if (!judging.target_chosen) return out;
  for (const catalog::Rule& rule : judging.catalog.rules()) out.insert(rule.code);
  for (const auto& active : judging.catalog.active(*judging.target)) out.erase(active.rule->code);
  return out;
}

}  // namespace

int run_diagnose(const Options& options) {
  RunReport report;
  const auto judging = prepare_judging(options);
  if (!judging) {
    write_error(to_string(judging.error()));
    return static_cast<int>(Exit::kUsage);
  }
  const auto known = catalog::load_signatures((*judging)->catalog);
  if (!known) {
    write_error(to_string(known.error()));
    return static_cast<int>(Exit::kInternal);
  }
  const auto releases = catalog::ReleaseLines::load();
  if (!releases) {
    write_error(to_string(releases.error()));
    return static_cast<int>(Exit::kInternal);
  }
  const logs::Signatures signatures(*known, *(*judging)->target);
  const logs::Question question{*(*judging)->target, *releases, (*judging)->language,
                                silent_rules(**judging)};
  std::vector<logs::Diagnosis> diagnoses;
  for (const std::string& path : options.paths) {
    logs::Reader reader(signatures);
    if (const Status read = read_log(path, reader); !read) {
      report.errors.push_back(read.error());
      continue;
    }
    const std::string name = path == "-" ? "<stdin>" : path;
    diagnoses.push_back(logs::diagnose(reader, name, question));
  }
  link_to_project(diagnoses, options, **judging, report);
  report::Settings settings;
  settings.color = use_color(options);
  settings.language = (*judging)->language;
  const std::string text = options.value_format == "json"
                               ? report::render_diagnoses_json(diagnoses)
                               : report::render_diagnoses(diagnoses, settings);
  std::vector<std::string> read = options.paths;
  read.insert(read.end(), {options.log_config, options.log_script, options.log_launcher});
  if (auto wrong = overwritten_input(options, read))
    report.errors.push_back(std::move(*wrong));
  else if (const Status done = write_output(options.outputs.front(), text); !done)
    report.errors.push_back(done.error());
  const bool any = std::ranges::any_of(diagnoses, failed);
  return leave(report, static_cast<int>(any ? Exit::kFindings : Exit::kClean));
}

}  // namespace mmlint::app
