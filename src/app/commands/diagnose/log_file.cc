#include "app/commands/diagnose/log_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "app/output/output.h"
#include "base/paths.h"
#include "base/posix_file.h"

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

}  // namespace

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

}  // namespace mmlint::app
