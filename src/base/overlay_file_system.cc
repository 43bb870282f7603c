#include <algorithm>
#include <utility>

#include "base/file_messages.h"
#include "base/file_system.h"
#include "base/folder_view.h"
#include "base/paths.h"

namespace mmlint {

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
