#include <utility>

#include "base/file_messages.h"
#include "base/file_system.h"
#include "base/folder_view.h"

namespace mmlint {

void MemoryFileSystem::add(const std::string& path, std::string bytes) {
  const std::lock_guard lock(mutex_);
  files_[path] = std::move(bytes);
}

Result<std::string> MemoryFileSystem::read(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  ++reads_[path];
  const auto found = files_.find(path);
  if (found != files_.end()) return found->second;
  return fail(is_folder_of(files_, path) ? kIsFolder : kNoSuchFile, path);
}

FileKind MemoryFileSystem::kind(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  if (files_.count(path) != 0) return FileKind::kFile;
  return is_folder_of(files_, path) ? FileKind::kFolder : FileKind::kMissing;
}

std::uint64_t MemoryFileSystem::size(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto found = files_.find(path);
  return found == files_.end() ? 0 : found->second.size();
}

Result<std::vector<FolderEntry>> MemoryFileSystem::list(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  if (is_folder_of(files_, path)) return entries_of(files_, path);
  return fail(files_.count(path) != 0 ? kIsNotFolder : kNoSuchFile, path);
}

Status MemoryFileSystem::write(const std::string& path, std::string_view bytes,
                               const std::optional<std::string>& expected) {
  const std::lock_guard lock(mutex_);
  const auto found = files_.find(path);
  if (found == files_.end() && is_folder_of(files_, path)) return fail(kIsFolder, path);
  if (!expected && found != files_.end()) return fail(kExists, path);
  if (expected && found == files_.end()) return fail(kRemoved, path);
  if (expected && found->second != *expected) return fail(kChanged, path);
  files_[path] = std::string(bytes);
  return {};
}

int MemoryFileSystem::reads(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto found = reads_.find(path);
  return found == reads_.end() ? 0 : found->second;
}

}  // namespace mmlint
