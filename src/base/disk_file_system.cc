#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "base/file_system.h"
#include "base/posix_file.h"

namespace mmlint {
namespace {

// Offsets are 32 bits wide.
constexpr std::size_t kLargestFile = 32u << 20;  // bytes
constexpr const char* kTooLarge = "is larger than 32 MB, so mmlint does not read it";

// The system would see only what stands before it. A config may well name such a base.
bool has_nul(const std::string& path) {
  return path.find('\0') != path.npos;
}

std::string cannot(const char* action, int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return kNoSuchFile;
    case ELOOP:
      return "symlinks lead in a circle";
    case EACCES:
    case EPERM:
      return fmt::format("cannot {}: permission denied", action);
    default:
      return fmt::format("cannot {}: {}", action, system_message(error_number));
  }
}

FileKind kind_of_mode(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::kFile;
  if (S_ISDIR(mode)) return FileKind::kFolder;
  if (S_ISLNK(mode)) return FileKind::kSymlink;
  return FileKind::kOther;
}

FileKind kind_of_entry(DIR* folder, const dirent& entry) {
  switch (entry.d_type) {
    case DT_REG:
      return FileKind::kFile;
    case DT_DIR:
      return FileKind::kFolder;
    case DT_LNK:
      return FileKind::kSymlink;
    case DT_UNKNOWN: {  // some file systems do not say it here
      struct stat status;
      if (fstatat(dirfd(folder), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return FileKind::kMissing;
      }
      return kind_of_mode(status.st_mode);
    }
    default:
      return FileKind::kOther;
  }
}

// Reads the rest of a file of `expected` bytes.
Result<std::string> read_all(const UniqueFd& file, std::size_t expected, const std::string& path) {
  std::array<char, 16384> few;  // most files; their text then takes no more room than it needs
  std::string many;
  std::span<char> room = few;
  const auto grow = [&](std::size_t wanted, std::size_t size) {
    if (many.empty()) many.assign(room.data(), size);
    many.resize(wanted);
    room = many;
  };
  // One byte more than the file should have, so that its end is seen without another round.
  if (expected >= room.size()) grow(expected + 1, 0);
  std::size_t size = 0;
  while (true) {
    const ssize_t count = ::read(file.get(), room.data() + size, room.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(cannot("read", errno), path);
    size += static_cast<std::size_t>(count);
    if (size > kLargestFile) return fail(kTooLarge, path);
    // A file that is as long as the system says has ended where a read gets less than it asks for.
    const bool whole = size == expected && size < room.size();
    if (count == 0 || whole) break;
    if (size == room.size()) grow(std::min(2 * size + 4096, kLargestFile + 1), size);
  }
  if (many.empty()) return std::string(room.data(), size);
  many.resize(size);
  return many;
}

Result<std::string> read_regular_file(const std::string& path, int more_flags) {
  if (has_nul(path)) return fail(kNoSuchFile, path);
  // Not blocking: else opening a FIFO waits for a writer.
  const UniqueFd file(
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | more_flags));
  struct stat status;
  if (!file.ok()) {
    // A socket cannot be opened at all.
    if (errno == ENXIO) return fail("is not a regular file", path);
    return fail(cannot("read", errno), path);
  }
  if (fstat(file.get(), &status) != 0) return fail(cannot("read", errno), path);
  if (S_ISDIR(status.st_mode)) return fail(kIsFolder, path);
  if (!S_ISREG(status.st_mode)) return fail("is not a regular file", path);
  // Before anything is read: a sparse file takes no place on the disk, but all of it in memory.
  if (static_cast<std::uint64_t>(status.st_size) > kLargestFile) return fail(kTooLarge, path);
  return read_all(file, static_cast<std::size_t>(status.st_size), path);
}

}  // namespace

std::string system_message(int error_number) {
  return std::generic_category().message(error_number);
}

Result<std::string> read_regular_file(const std::string& path) {
  return read_regular_file(path, 0);
}

Result<std::string> DiskFileSystem::read(const std::string& path) const {
  return read_regular_file(path);
}

std::optional<std::string> DiskFileSystem::read_itself(const std::string& path) const {
  Result<std::string> bytes = read_regular_file(path, O_NOFOLLOW);
  return bytes ? std::optional(std::move(*bytes)) : std::nullopt;
}

// Most paths are asked for because nothing may be there, and few lead to symlinks.
FileKind DiskFileSystem::kind(const std::string& path) const {
  const FileKind itself = kind_itself(path);
  struct stat status;
  const bool leads_on = itself == FileKind::kSymlink && stat(path.c_str(), &status) == 0;
  return leads_on ? kind_of_mode(status.st_mode) : itself;
}

FileKind DiskFileSystem::kind_itself(const std::string& path) const {
  struct stat status;
  if (has_nul(path) || lstat(path.c_str(), &status) != 0) return FileKind::kMissing;
  return kind_of_mode(status.st_mode);
}

std::uint64_t DiskFileSystem::size(const std::string& path) const {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return static_cast<std::uint64_t>(status.st_size);
}

Result<std::vector<FolderEntry>> DiskFileSystem::list(const std::string& path) const {
  if (has_nul(path)) return fail(kNoSuchFile, path);
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), closedir);
  if (folder == nullptr) {
    if (errno == ENOTDIR && kind(path) != FileKind::kMissing) return fail(kIsNotFolder, path);
    return fail(cannot("list the folder", errno), path);
  }
  std::vector<FolderEntry> entries;
  while (true) {
    errno = 0;
    const dirent* entry = readdir(folder.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    entries.push_back({std::string(name), kind_of_entry(folder.get(), *entry)});
  }
  if (errno != 0) return fail(cannot("list the folder", errno), path);
  std::ranges::sort(entries,
                    [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
  return entries;
}

Result<std::string> DiskFileSystem::real_path(const std::string& path) const {
  if (has_nul(path)) return fail(kNoSuchFile, path);
  const std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), std::free);
  if (real == nullptr) return fail(cannot("follow the path", errno), path);
  return std::string(real.get());
}

Status DiskFileSystem::write(const std::string& path, std::string_view bytes,
                             const std::optional<std::string>& expected) {
  if (has_nul(path)) return fail("a path cannot hold a NUL byte", path);
  return write_atomically(path, bytes, expected);
}

void DiskFileSystem::remove_leftovers(const std::string& folder) {
  mmlint::remove_leftovers(folder);
}

}  // namespace mmlint
