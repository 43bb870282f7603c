#include "app/files/discover.h"

#include "app/settings/settings_file.h"
#include "base/algorithms.h"
#include "base/parallel.h"
#include "base/paths.h"
#include "data/data_file.h"
#include "facts/launch.h"
#include "project/gitignore.h"
#include "project/tracked.h"

namespace mmlint::app {
namespace {

// Folders that hold no project's configs.
constexpr std::string_view kNever[] = {
    ".git", ".hg",  ".svn",        "__pycache__",   "node_modules", ".venv", "venv",
    ".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache",  ".eggs", "site-packages"};

constexpr std::uint64_t kMaxDataFile = 1u << 20;

bool is_read(std::string_view name) {
  return extension(name) == ".py" || facts::has_shell_ending(name) || data::is_data_file(name);
}

bool is_never(std::string_view name) {
  return is_in(name, kNever);
}

// Entries of a folder are sorted by name.
bool has_entry(std::span<const FolderEntry> entries, std::string_view name) {
  const auto at = std::lower_bound(
      entries.begin(), entries.end(), name,
      [](const FolderEntry& entry, std::string_view wanted) { return entry.name < wanted; });
  return at != entries.end() && at->name == name;
}

// A folder that was looked at, and those in it that are to be.
struct Folder {
  std::string path;
  project::Ignores ignores;
  bool in_git = false;        // in a work tree of git, without which .gitignore says nothing
  bool only_tracked = false;  // git ignores it, and tracks some files below
  FoundFiles found = {};
  std::vector<Folder> below = {};
};

// The system is asked about nothing that the list of a folder says.
class Walk {
 public:
  Walk(const FileSystem& files, const Filter& filter, const project::TrackedFiles& tracked)
      : files_(files), filter_(filter), tracked_(tracked) {}

  // Looks at a folder and all below it, on several threads where there are many at one depth.
  FoundFiles all(Folder top) const {
    constexpr std::size_t kMany = 16;
    std::vector<Folder*> level{&top};
    for (int depth = 0; !level.empty(); ++depth) {
      parallel_for(level.size() < kMany ? 1 : filter_.jobs, level.size(),
                   [&](std::size_t i) { look_at(*level[i], depth); });
      std::vector<Folder*> next;
      for (Folder* folder : level) {
        for (Folder& below : folder->below) next.push_back(&below);
      }
      level = std::move(next);
    }
    FoundFiles out;
    collect(top, out);
    return out;
  }

 private:
  void look_at(Folder& folder, int depth) const {
    const std::string& path = folder.path;
    FoundFiles& out = folder.found;
    if (depth > 200) {
      out.skipped.push_back({path, "nested more than 200 folders deep"});
      return;
    }
    const auto entries = files_.list(path);
    if (!entries) {
      out.skipped.push_back({path, entries.error().message});
      return;
    }
    if (depth > 0 && filter_.stops_at_settings && names_settings(*entries) &&
        has_settings(files_, path)) {
      out.nested.push_back(path);
      return;
    }
    out.folders.insert(path);
    folder.in_git = folder.in_git || has_entry(*entries, ".git");
    if (filter_.gitignore && folder.in_git && has_entry(*entries, project::kGitIgnore)) {
      const auto added = add_ignores(files_, path, folder.ignores);
      if (!added)
        out.skipped.push_back({join_path(path, project::kGitIgnore), added.error().message});
    }
    const std::string front = path == "/" ? path : path + '/';
    for (const FolderEntry& entry : *entries) {
      const std::string child = front + entry.name;
      if (entry.kind == FileKind::kSymlink) out.links.insert(child);
      if (entry.kind == FileKind::kFolder) {
        if (is_never(entry.name) || excluded(child)) continue;
        const bool is_left_out =
            folder.only_tracked || project::ignores(folder.ignores, child, true);
        if (!is_left_out || tracked_.has_below(child))
          folder.below.push_back({child, folder.ignores, folder.in_git, is_left_out});
      } else if (is_read(entry.name)) {
        const bool is_left_out =
            folder.only_tracked || project::ignores(folder.ignores, child, false);
        if (excluded(child) || (is_left_out && !tracked_.has(child))) continue;
        const FileKind kind = entry.kind == FileKind::kSymlink ? files_.kind(child) : entry.kind;
        if (kind == FileKind::kFile && is_wanted(child)) out.files.push_back(child);
      }
    }
  }

  static void collect(Folder& folder, FoundFiles& out) {
    const auto move_to = [](auto& from, auto& to) {
      std::move(from.begin(), from.end(), std::back_inserter(to));
    };
    move_to(folder.found.files, out.files);
    move_to(folder.found.skipped, out.skipped);
    move_to(folder.found.nested, out.nested);
    out.folders.merge(folder.found.folders);
    out.links.merge(folder.found.links);
    for (Folder& below : folder.below) collect(below, out);
  }

  static bool names_settings(std::span<const FolderEntry> entries) {
    return has_entry(entries, kSettingsFile) || has_entry(entries, kSharedSettingsFile);
  }
  bool excluded(const std::string& path) const {
    return std::ranges::any_of(filter_.exclude, [&](const auto& pattern) {
      return is_about(pattern, path, filter_.root);
    });
  }

  // Most JSON and YAML files are no configs, and some are annotations of gigabytes.
  bool is_wanted(const std::string& path) const {
    if (!data::is_data_file(path)) return true;
    if (files_.size(path) > kMaxDataFile) return false;
    const auto text = files_.read(path);
    return text && data::names_bases(*text, path);
  }

  const FileSystem& files_;
  const Filter& filter_;
  const project::TrackedFiles& tracked_;
};

}  // namespace

project::GitUser git_user() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value ? value : "");
  };
  return {variable("HOME"), variable("XDG_CONFIG_HOME")};
}

FoundFiles find_files(const FileSystem& files, const std::string& folder, const Filter& filter) {
  const std::string top = filter.gitignore ? project::git_root(files, folder) : "";
  const project::TrackedFiles tracked(files, top);
  FoundFiles found =
      Walk(files, filter, tracked)
          .all({folder, project::ignores_above(files, folder, top, git_user()), !top.empty()});
  std::ranges::sort(found.files);
  return found;
}

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
  return std::ranges::any_of(roots_, [&](const std::string& root) {
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
