#include "base/folder_view.h"

#include <algorithm>

namespace mmlint {
namespace {

std::string with_slash(const std::string& folder) {
  return !folder.empty() && folder.back() == '/' ? folder : folder + '/';
}

bool begins_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

}  // namespace

bool is_folder_of(const std::map<std::string, std::string>& files, const std::string& path) {
  if (path == "/") return true;
  const std::string prefix = with_slash(path);
  const auto first = files.lower_bound(prefix);
  return first != files.end() && begins_with(first->first, prefix);
}

std::vector<FolderEntry> entries_of(const std::map<std::string, std::string>& files,
                                    const std::string& folder) {
  const std::string prefix = with_slash(folder);
  std::vector<FolderEntry> entries;
  auto at = files.lower_bound(prefix);
  while (at != files.end() && begins_with(at->first, prefix)) {
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
  std::sort(entries.begin(), entries.end(),
            [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
  return entries;
}

}  // namespace mmlint
