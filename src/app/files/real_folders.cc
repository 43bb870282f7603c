#include "app/files/real_folders.h"

#include <algorithm>

#include "base/paths.h"

namespace mmlint::app {

bool RealFolders::Folder::has_link(std::string_view path) const {
  return !links.empty() && links.count(std::string(file_name(path))) != 0;
}

bool RealFolders::is_link(const std::string& path) const {
  return folder_of(path).has_link(path);
}

std::string RealFolders::of(const std::string& path) const {
  const Folder& folder = folder_of(path);
  return folder.has_link(path) ? disk_.real_path(path).value_or(path)
                               : join_path(folder.real, file_name(path));
}

bool RealFolders::is_below_root(const std::string& path) const {
  const Folder& folder = folder_of(path);
  return folder.has_link(path) ? is_inside(disk_.real_path(path).value_or("")) : folder.is_inside;
}

const RealFolders::Folder& RealFolders::folder_of(const std::string& path) const {
  const std::string name = parent_folder(path);
  const auto [known, is_new] = folders_.try_emplace(name);
  Folder& out = known->second;
  if (is_new) {
    read(name, out);
    out.is_inside = is_inside(out.real);
  }
  return out;
}

bool RealFolders::is_inside(const std::string& real) const {
  return std::any_of(roots_.begin(), roots_.end(), [&](const std::string& root) {
    return is_below(real, folder_of(join_path(root, "x")).real);
  });
}

void RealFolders::read(const std::string& name, Folder& out) const {
  for (const auto& [top, found] : walks_) {
    if (name == top || !found.folders.contains(name)) continue;
    out.real = join_path(folder_of(join_path(top, "x")).real, relative_path(name, top));
    for (auto link = found.links.lower_bound(name + '/');
         link != found.links.end() && is_below(*link, name); ++link) {
      if (parent_folder(*link) == name) out.links.emplace(file_name(*link));
    }
    return;
  }
  out.real = disk_.real_path(name).value_or(name);
  for (const FolderEntry& entry : disk_.list(name).value_or(std::vector<FolderEntry>())) {
    if (entry.kind == FileKind::kSymlink) out.links.insert(entry.name);
  }
}

}  // namespace mmlint::app
