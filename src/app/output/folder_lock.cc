#include "app/output/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "app/output/output.h"

namespace mmlint::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kStep = std::chrono::milliseconds(20);
constexpr auto kPatience = std::chrono::seconds(5);

// The process that has made the lock of flock() on a file, as a list of locks of /proc says it:
// "1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF". 0 if it is of another container. One that
// waits for a lock has an arrow before that word.
std::optional<pid_t> holder_of(ino_t inode, const std::string& list) {
  std::ifstream lines(list);
  const std::string end = fmt::format(":{}", inode);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("lock:")) line.erase(0, line.find(':') + 1);
    std::istringstream words(line);
    std::string number, kind, strength, access, file;
    pid_t process = 0;
    words >> number >> kind >> strength >> access >> process >> file;
    if (kind == "FLOCK" && file.ends_with(end)) return process;
  }
  return std::nullopt;
}

// Whether a descriptor that this process was started with holds the lock: flock(1) hands its own
// to the program that it starts, and so does a shell.
bool is_inherited(ino_t inode) {
  std::error_code failed;
  std::filesystem::directory_iterator each("/proc/self/fdinfo", failed);
  for (; !failed && each != std::filesystem::directory_iterator(); each.increment(failed)) {
    if (holder_of(inode, each->path().string())) return true;
  }
  return false;
}

pid_t parent_of(pid_t process) {
  std::ifstream lines(fmt::format("/proc/{}/status", process));
  for (std::string name; lines >> name; std::getline(lines, name)) {
    pid_t parent = 0;
    if (name == "PPid:" && lines >> parent) return parent;
  }
  return 0;
}

// Whether this process was started by that one, directly or not. It ends only after this one, so
// nobody can wait for it.
bool is_ancestor(pid_t process) {
  for (pid_t each = getppid(); each > 0; each = parent_of(each)) {
    if (each == process) return true;
  }
  return false;
}

// The name of a process; empty if there is none of that number.
std::string name_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/comm");
  std::string name;
  std::getline(file, name);
  return name;
}

// Waits until it has the lock that somebody holds. It waits for another mmlint as long as that
// lives, for every other program some seconds.
Status wait_for(int descriptor, ino_t inode, const std::string& folder) {
  auto end = Clock::now() + kPatience;
  bool is_said = false;
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return {};
    if (Clock::now() < end) {
      std::this_thread::sleep_for(kStep);
      continue;
    }
    const pid_t holder = holder_of(inode, "/proc/locks").value_or(0);
    const std::string name = holder > 0 ? name_of(std::to_string(holder)) : "";
    if (name.empty() || name != name_of("self")) {
      const std::string who =
          name.empty() ? "another program" : fmt::format("{} (process {})", name, holder);
      return fail(fmt::format("is locked by {}, so nothing was changed; run mmlint again when that "
                              "has ended",
                              who),
                  folder);
    }
    if (!is_said)
      write_error(
          fmt::format("waiting for {} (process {}), which works in {}", name, holder, folder));
    is_said = true;
    end = Clock::now() + kPatience;
  }
  return {};
}

}  // namespace

FolderLock::FolderLock(const std::string& folder)
    : descriptor_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  struct stat status;
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) return;
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  const auto holder = holder_of(status.st_ino, "/proc/locks");
  if (is_inherited(status.st_ino) || (holder && is_ancestor(*holder))) return;
  status_ = wait_for(descriptor_, status.st_ino, folder);
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace mmlint::app
