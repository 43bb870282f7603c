#include "base/real_paths.h"

#include "base/file_system.h"
#include "base/paths.h"

namespace mmlint {

Result<std::string> RealPaths::of(const std::string& path) const {
  const std::string folder = parent_folder(path);
  const FileKind kind = files_.kind_itself(path);
  // What is missing has an error of its own.
  if (kind == FileKind::kSymlink || kind == FileKind::kMissing || folder == path)
    return files_.real_path(path);
  {
    const std::lock_guard lock(mutex_);
    const auto known = folders_.find(folder);
    if (known != folders_.end()) return join_path(known->second, file_name(path));
  }
  const auto real = of(folder);
  if (!real) return real;
  const std::lock_guard lock(mutex_);
  folders_.emplace(folder, *real);
  return join_path(*real, file_name(path));
}

}  // namespace mmlint
