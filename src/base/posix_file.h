#pragma once

#include <unistd.h>

#include "base/result.h"

namespace mmlint {

// Owns a file descriptor and closes it. A negative one stands for none.
class UniqueFd {
 public:
  explicit UniqueFd(int fd = -1) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&&) = delete;
  ~UniqueFd() { close(); }

  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }
  void reset(int fd) {
    close();
    fd_ = fd;
  }
  // Returns false if the system says that what was written may be lost.
  bool close() { return fd_ < 0 || ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

// Returns the system's text for an errno value.
std::string system_message(int error_number);

// See FileSystem::read.
Result<std::string> read_regular_file(const std::string& path);

// See FileSystem::remove_leftovers.
void remove_leftovers(const std::string& folder);

// See FileSystem::write.
Status write_atomically(const std::string& path, std::string_view bytes,
                        const std::optional<std::string>& expected);

// Whether a file has taken the place of another one.
enum class Replaced {
  kDone,
  kNotAllowed,  // only its own bytes may be written: its folder is closed, or it is mounted there
};

// Puts a regular file with these bytes at a path, as a whole, whatever regular file stood there. On
// an error that stays as it was: there is no room for the bytes, or it is read-only or no file.
Result<Replaced> replace_atomically(const std::string& path, std::string_view bytes);

}  // namespace mmlint
