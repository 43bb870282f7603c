#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <random>

#include "base/file_system.h"
#include "base/paths.h"
#include "base/posix_file.h"

namespace mmlint {
namespace {

// What stands at the target before the write.
struct Target {
  std::string path;  // no symlink
  bool is_new = false;
  struct stat status {};
};

std::string cannot_write(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return "cannot write: its folder does not exist; create it";
    case EACCES:
    case EPERM:
      return "cannot write: its folder is read-only; make it writable";
    case EROFS:
      return "cannot write: the file system is read-only";
    case ENOSPC:
    case EDQUOT:
      return "cannot write: no space left; free some and run mmlint again";
    case EFBIG:
      return "cannot write: the file would be larger than the system allows";
    default:
      return fmt::format("cannot write: {}", system_message(error_number));
  }
}

// Whether the system refuses that another file takes this place, and says nothing of the file that
// stands there: its folder is closed, its owner alone may rename it, a container has mounted just
// that file (EBUSY).
bool forbids_another_file(int error_number) {
  return error_number == EACCES || error_number == EPERM || error_number == EROFS ||
         error_number == EBUSY;
}

constexpr std::string_view kPrefix = ".mmlint-";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::size_t kRandom = 6;  // the letters behind the prefix

bool is_temporary(std::string_view name) {
  return name.size() == kPrefix.size() + kRandom && name.starts_with(kPrefix) &&
         name.find_first_not_of(kLetters, kPrefix.size()) == name.npos;
}

// A file next to the target that disappears unless it takes the target's place. Its process holds a
// lock on it as long as it stands there, so that what a killed one has left behind can be told. Its
// functions give 0 or an errno value.
class TemporaryFile : Pinned {
 public:
  ~TemporaryFile() {
    if (!path_.empty()) unlink(path_.c_str());
  }

  // Not mkstemp: a new file wants the mode that the umask leaves, which only open() knows.
  int create(const std::string& folder, mode_t mode) {
    std::random_device random;
    std::uniform_int_distribution<std::size_t> letter(0, kLetters.size() - 1);
    int error = EEXIST;
    for (int attempt = 0; attempt < 100 && error == EEXIST; ++attempt) {
      std::string name(kPrefix);
      while (name.size() < kPrefix.size() + kRandom) name += kLetters[letter(random)];
      std::string path = join_path(folder, name);
      const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      if (fd < 0) {
        error = errno;
        continue;
      }
      file_.reset(fd);
      // Before the lock it may have been taken for what another process has left.
      struct stat own;
      const bool locked = flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
      if (!locked || fstat(fd, &own) != 0 || own.st_nlink == 0) continue;
      lock_.reset(fcntl(fd, F_DUPFD_CLOEXEC, 0));
      path_ = std::move(path);
      return 0;
    }
    return error;
  }

  int write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
  }

  // The mode always; owner and group only as far as the system lets us.
  int take_mode_and_owner(const struct stat& old) {
    struct stat mine;
    if (fstat(file_.get(), &mine) != 0) return errno;
    mode_t mode = old.st_mode & 07777;
    if (mine.st_uid != old.st_uid || mine.st_gid != old.st_gid) {
      const bool kept = fchown(file_.get(), old.st_uid, old.st_gid) == 0 ||
                        (mine.st_uid == old.st_uid &&
                         fchown(file_.get(), static_cast<uid_t>(-1), old.st_gid) == 0);
      if (!kept) mode &= 0777;
    }
    return fchmod(file_.get(), mode) == 0 ? 0 : errno;
  }

  int flush_and_close() {
    if (fsync(file_.get()) != 0 && errno != EINVAL)
      return errno;  // EINVAL: it cannot, nothing lost
    return file_.close() ? 0 : errno;
  }

  int replace(const std::string& target) {
    if (rename(path_.c_str(), target.c_str()) != 0) return errno;
    path_.clear();
    return 0;
  }

  // Never overwrites: EEXIST if something stands there.
  int become(const std::string& target) {
    if (link(path_.c_str(), target.c_str()) == 0) return 0;
    if (errno == EEXIST) return errno;
    // A file system without hard links.
    if (renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) != 0) {
      return errno;
    }
    path_.clear();
    return 0;
  }

 private:
  UniqueFd file_;
  UniqueFd lock_;     // the same open file, which stays locked until the end
  std::string path_;  // empty: nothing to remove
};

// The rename itself survives a power cut only if the folder is written too. The change has happened
// when this runs, so a failure is not the caller's concern.
void flush_folder(const std::string& folder) {
  const UniqueFd fd(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd.ok()) fsync(fd.get());
}

Result<Target> find_target(const std::string& path) {
  Target target{path};
  if (lstat(path.c_str(), &target.status) != 0) {
    if (errno != ENOENT) return fail(cannot_write(errno), path);
    target.is_new = true;
    return target;
  }
  if (S_ISLNK(target.status.st_mode)) {
    const std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), std::free);
    if (real == nullptr || stat(real.get(), &target.status) != 0) {
      return fail("is a symlink that leads nowhere; remove it", path);
    }
    target.path = real.get();
  }
  if (S_ISDIR(target.status.st_mode)) return fail(kIsFolder, path);
  if (!S_ISREG(target.status.st_mode)) return fail("is not a regular file", path);
  return target;
}

// An error if what stands there is not to be written.
Status may_write(const Target& target, const std::string& path) {
  if (target.is_new) return {};
  // A rename would not ask the file for leave, and root is never refused: so look at the bit.
  const bool writable = (target.status.st_mode & S_IWUSR) != 0 &&
                        faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) == 0;
  if (!writable) return fail("cannot write: the file is read-only; make it writable", path);
  return {};
}

// Fills a new file beside the target with all of the bytes, safely on the disk. Returns 0 or an
// errno value.
int fill(TemporaryFile& temporary, const Target& target, std::string_view bytes) {
  int error = temporary.write(bytes);
  if (error == 0 && !target.is_new) error = temporary.take_mode_and_owner(target.status);
  return error == 0 ? temporary.flush_and_close() : error;
}

int create(TemporaryFile& temporary, const Target& target) {
  return temporary.create(parent_folder(target.path), target.is_new ? 0666 : 0600);
}

// An error if the target no longer holds the expected bytes.
Status compare(const Target& target, const std::string& expected, const std::string& path) {
  const auto bytes = read_regular_file(target.path);
  if (!bytes) return fail(bytes.error().message == kNoSuchFile ? kRemoved : kChanged, path);
  if (*bytes != expected) return fail(kChanged, path);
  return {};
}

}  // namespace

void remove_leftovers(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open_folder(opendir(folder.c_str()), closedir);
  if (!open_folder) return;
  while (const dirent* entry = readdir(open_folder.get())) {
    if (!is_temporary(entry->d_name)) continue;
    const std::string path = join_path(folder, entry->d_name);
    const UniqueFd fd(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status;
    const bool is_ours = fd.ok() && fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode) &&
                         (status.st_uid == geteuid() || geteuid() == 0);
    if (is_ours && flock(fd.get(), LOCK_EX | LOCK_NB) == 0) unlink(path.c_str());
  }
}

Status write_atomically(const std::string& path, std::string_view bytes,
                        const std::optional<std::string>& expected) {
  const auto target = find_target(path);
  if (!target) return tl::unexpected(target.error());
  if (target->is_new && expected) return fail(kRemoved, path);
  if (!target->is_new && !expected) return fail(kExists, path);
  if (const Status allowed = may_write(*target, path); !allowed) return allowed;

  TemporaryFile temporary;
  int error = create(temporary, *target);
  if (error == 0) error = fill(temporary, *target, bytes);
  if (error != 0) return fail(cannot_write(error), path);

  if (target->is_new) {
    error = temporary.become(target->path);
    if (error == EEXIST) return fail(kExists, path);
  } else {
    // As late as can be: whoever saves between this and the rename loses to us.
    if (const Status same = compare(*target, *expected, path); !same) return same;
    error = temporary.replace(target->path);
  }
  if (error != 0) return fail(cannot_write(error), path);
  flush_folder(parent_folder(target->path));
  return {};
}

Result<Replaced> replace_atomically(const std::string& path, std::string_view bytes) {
  const auto target = find_target(path);
  if (!target) return tl::unexpected(target.error());
  if (const Status allowed = may_write(*target, path); !allowed)
    return tl::unexpected(allowed.error());

  TemporaryFile temporary;
  int error = create(temporary, *target);
  if (error == 0) error = fill(temporary, *target, bytes);
  if (error == 0) error = temporary.replace(target->path);
  if (forbids_another_file(error)) return Replaced::kNotAllowed;
  if (error != 0) return fail(cannot_write(error), path);
  flush_folder(parent_folder(target->path));
  return Replaced::kDone;
}

}  // namespace mmlint
