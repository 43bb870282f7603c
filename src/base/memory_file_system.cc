
#include "base/file_system.h"
#include "base/paths.h"

// The file systems that hold files by absolute path: MemoryFileSystem and OverlayFileSystem.
namespace mmlint {
namespace {

std::string with_slash(const std::string& folder) {
  return !folder.empty() && folder.back() == '/' ? folder : folder + '/';
}

// Returns true if `path` is a folder: one of the files is below it. "/" always is one.
bool is_folder_of(const std::map<std::string, std::string>& files, const std::string& path) {
  if (path == "/") return true;
  const std::string prefix = with_slash(path);
  const auto first = files.lower_bound(prefix);
  return first != files.end() && first->first.starts_with(prefix);
}

// Returns the direct entries of `folder`, sorted by name.
std::vector<FolderEntry> entries_of(const std::map<std::string, std::string>& files,
                                    const std::string& folder) {
  const std::string prefix = with_slash(folder);
  std::vector<FolderEntry> entries;
  auto at = files.lower_bound(prefix);
  while (at != files.end() && at->first.starts_with(prefix)) {
    const std::size_t slash = at->first.find('/', prefix.size());
    std::string name = at->first.substr(prefix.size(), slash - prefix.size());
    if (slash == std::string::npos) {
      entries.push_back({std::move(name), FileKind::kFile});
      ++at;
    } else {
      // Jumps over all that lies below: '0' follows '/'.
      at = files.lower_bound(prefix + name + '0');
      entries.push_back({std::move(name), FileKind::kFolder});
    }
  }
  // Whole paths sort "a-b" before "a/c", names the other way round.
  std::ranges::sort(entries,
                    [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
  return entries;
}

}  // namespace

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

OverlayFileSystem::OverlayFileSystem(const FileSystem& below,
                                     std::map<std::string, std::string> files)
    : below_(below), below_paths_(below), files_(std::move(files)) {
  for (const auto& [path, bytes] : files_) {
    const auto real = below_paths_.of(path);
    real_paths_.emplace(real ? *real : path, &bytes);
  }
}

Result<std::string> OverlayFileSystem::read(const std::string& path) const {
  const auto found = files_.find(path);
  if (found != files_.end()) return found->second;
  if (is_folder_of(files_, path)) return fail(kIsFolder, path);
  // The same file under another name, through a symlink.
  if (const auto real = below_paths_.of(path)) {
    const auto other = real_paths_.find(*real);
    if (other != real_paths_.end()) return *other->second;
  }
  return below_.read(path);
}

FileKind OverlayFileSystem::kind(const std::string& path) const {
  if (files_.count(path) != 0) return FileKind::kFile;
  return is_folder_of(files_, path) ? FileKind::kFolder : below_.kind(path);
}

FileKind OverlayFileSystem::kind_itself(const std::string& path) const {
  const FileKind itself = below_.kind_itself(path);
  return itself == FileKind::kSymlink ? itself : kind(path);
}

std::uint64_t OverlayFileSystem::size(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? below_.size(path) : found->second.size();
}

Result<std::vector<FolderEntry>> OverlayFileSystem::list(const std::string& path) const {
  auto entries = below_.list(path);
  if (!is_folder_of(files_, path)) return entries;
  if (!entries) {
    // A folder that only the overlay knows is no error.
    if (below_.kind(path) != FileKind::kMissing) return entries;
    return entries_of(files_, path);
  }
  for (FolderEntry& ours : entries_of(files_, path)) {
    const auto at = std::lower_bound(
        entries->begin(), entries->end(), ours,
        [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
    if (at == entries->end() || at->name != ours.name) entries->insert(at, std::move(ours));
  }
  return entries;
}

Result<std::string> OverlayFileSystem::real_path(const std::string& path) const {
  auto real = below_.real_path(path);
  if (real || kind(path) == FileKind::kMissing || path == "/") return real;
  // Only the overlay has it, so its last part is no symlink.
  const auto folder = real_path(parent_folder(path));
  if (!folder) return folder;
  return join_path(*folder, file_name(path));
}

Status OverlayFileSystem::write(const std::string& path, std::string_view,
                                const std::optional<std::string>&) {
  return fail("cannot write: this is a copy in memory", path);
}

}  // namespace mmlint
