#include "base/nearest_path.h"

#include <utility>
#include <vector>

#include "base/paths.h"
#include "base/text.h"

namespace mmlint {

std::optional<std::string> nearest_path(const FileSystem& files, const std::string& missing) {
  std::string part = missing;
  while (part != "/" && files.kind(parent_folder(part)) == FileKind::kMissing) {
    part = parent_folder(part);
  }
  const std::string folder = parent_folder(part);
  std::vector<std::string> names;
  if (const auto entries = files.list(folder)) {
    for (const FolderEntry& entry : *entries) names.push_back(entry.name);
  }
  const auto name = nearest(file_name(part), names);
  if (!name) return std::nullopt;
  std::string out = join_path(folder, *name) + missing.substr(part.size());
  const FileKind kind = files.kind(out);
  const bool is_some = kind == FileKind::kFile || kind == FileKind::kFolder;  // no device
  return is_some && out != missing ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace mmlint
