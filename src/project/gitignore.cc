#include "project/gitignore.h"

#include "base/paths.h"
#include "base/text.h"
#include "project/tracked.h"

namespace mmlint::project {
namespace {

bool is_plain(std::string_view glob) {
  return glob.find_first_of("*?[\\") == glob.npos;
}

// Most patterns are out by their first or their last character.
bool may_match(std::string_view glob, std::string_view name) {
  if (name.empty()) return false;
  constexpr std::string_view kSpecial = "*?[]\\";
  const auto fits = [&](char of_glob, char of_name) {
    return kSpecial.find(of_glob) != kSpecial.npos || of_glob == of_name;
  };
  return fits(glob.front(), name.front()) && fits(glob.back(), name.back());
}

constexpr std::uint64_t kMostBytes = 1u << 20;

std::optional<std::string> text_of(const FileSystem& files, const std::string& path) {
  if (files.kind(path) != FileKind::kFile || files.size(path) > kMostBytes) return std::nullopt;
  auto text = files.read(path);
  return text ? std::optional(std::move(*text)) : std::nullopt;
}

// The folder .git of a work tree, or where a file .git points to: of a submodule, or of another
// work tree.
std::string own_repository_of(const FileSystem& files, const std::string& top) {
  const std::string git = join_path(top, ".git");
  const auto pointer = text_of(files, git);
  if (!pointer) return git;
  constexpr std::string_view kPointer = "gitdir:";
  if (!pointer->starts_with(kPointer)) return git;
  const std::string_view target = trim(std::string_view(*pointer).substr(kPointer.size()));
  return absolute_path(std::string(target), top);
}

// The folder that all work trees of the repository share: what `commondir` in their own one names.
std::string repository_of(const FileSystem& files, const std::string& top) {
  const std::string own = own_repository_of(files, top);
  const auto common = text_of(files, join_path(own, "commondir"));
  return common ? absolute_path(std::string(trim(*common)), own) : own;
}

// What the last core.excludesFile of a configuration says; nullopt if none does.
std::optional<std::string> excludes_file(std::string_view text) {
  std::optional<std::string> out;
  bool is_core = false;
  for (std::string_view line : split(text, '\n')) {
    line = trim(line);
    if (line.starts_with('[')) {
      is_core = same_letters(line.substr(0, 6), "[core]");
      continue;
    }
    const std::size_t equals = line.find('=');
    if (!is_core || equals == line.npos ||
        !same_letters(trim(line.substr(0, equals)), "excludesFile"))
      continue;
    std::string_view value = trim(line.substr(equals + 1));
    if (value.size() > 1 && value.starts_with('"') && value.ends_with('"'))
      value = value.substr(1, value.size() - 2);
    out = std::string(value);
  }
  return out;
}

std::string user_file(const FileSystem& files, const std::string& repository, const GitUser& user) {
  const std::string& home = user.home;
  std::string folder = user.config_home;
  if (folder.empty() && !home.empty()) folder = join_path(home, ".config");
  std::string path = folder.empty() ? "" : join_path(folder, "git/ignore");
  std::vector<std::string> configurations;
  if (!folder.empty()) configurations.push_back(join_path(folder, "git/config"));
  if (!home.empty()) configurations.push_back(join_path(home, ".gitconfig"));
  configurations.push_back(join_path(repository, "config"));
  for (const std::string& configuration : configurations) {  // the last one wins
    const auto text = text_of(files, configuration);
    if (const auto named = text ? excludes_file(*text) : std::nullopt) path = *named;
  }
  if (path.starts_with("~/")) path = join_path(home, path.substr(2));
  return path.starts_with('/') ? path : "";
}

}  // namespace

GitIgnore::GitIgnore(std::string folder, std::string_view text) : folder_(std::move(folder)) {
  for (std::string_view line : split(text, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    Pattern pattern{"", false, false, false};
    if (line.starts_with('!')) {
      pattern.negated = true;
      line.remove_prefix(1);
    } else if (line.starts_with("\\#") || line.starts_with("\\!")) {
      line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
      pattern.only_folders = true;
      line.remove_suffix(1);
    }
    pattern.anchored = line.find('/') != line.npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty()) continue;
    pattern.glob = line;
    const std::size_t index = patterns_.size();
    if (pattern.anchored || !is_plain(line)) {
      globs_.push_back(index);
    } else {
      names_[true][pattern.glob] = index;
      if (!pattern.only_folders) names_[false][pattern.glob] = index;
    }
    patterns_.push_back(std::move(pattern));
  }
}

bool GitIgnore::decides(const Pattern& pattern, std::string_view below, bool is_folder) const {
  if (pattern.only_folders && !is_folder) return false;
  if (pattern.anchored) return glob_matches(pattern.glob, below);
  const std::string_view name = file_name(below);
  return may_match(pattern.glob, name) && glob_matches(pattern.glob, name);
}

int GitIgnore::decide(std::string_view path, bool is_folder) const {
  if (!is_below(path, folder_) || path.size() <= folder_.size()) return 0;
  std::string_view below = path.substr(folder_.size());
  while (below.starts_with('/')) below.remove_prefix(1);
  const Pattern* last = nullptr;
  const auto named = names_[is_folder].find(std::string(file_name(below)));
  if (named != names_[is_folder].end()) last = &patterns_[named->second];
  for (std::size_t i = globs_.size(); i-- > 0 && (!last || &patterns_[globs_[i]] > last);) {
    if (decides(patterns_[globs_[i]], below, is_folder)) last = &patterns_[globs_[i]];
  }
  return !last ? 0 : last->negated ? -1 : 1;
}

std::string git_index(const FileSystem& files, const std::string& top) {
  return join_path(own_repository_of(files, top), "index");
}

std::vector<std::string> git_excludes(const FileSystem& files, const std::string& top,
                                      const GitUser& user) {
  std::vector<std::string> out;
  const std::string repository = repository_of(files, top);
  for (const std::string& path :
       {user_file(files, repository, user), join_path(repository, "info/exclude")}) {
    if (path.empty()) continue;
    if (auto text = text_of(files, path)) out.push_back(std::move(*text));
  }
  return out;
}

Status add_ignores(const FileSystem& files, const std::string& folder, Ignores& out) {
  const std::string path = join_path(folder, kGitIgnore);
  if (files.kind(path) != FileKind::kFile) return {};
  const auto text = files.read(path);
  if (!text) return tl::unexpected(text.error());
  out.emplace_back(folder, *text);
  return {};
}

bool ignores(const Ignores& all, std::string_view path, bool is_folder) {
  int decision = 0;
  for (const GitIgnore& ignore : all) {
    const int one = ignore.decide(path, is_folder);
    if (one != 0) decision = one;
  }
  return decision > 0;
}

Ignores ignores_above(const FileSystem& files, const std::string& folder, const std::string& top,
                      const GitUser& user) {
  Ignores out;
  if (top.empty()) return out;
  for (const std::string& text : git_excludes(files, top, user)) out.emplace_back(top, text);
  std::vector<std::string> folders;
  for (std::string f = folder; f != top && is_below(f, top);) {
    f = parent_folder(f);
    folders.push_back(f);
  }
  std::ranges::reverse(folders);
  for (const std::string& f : folders) (void)add_ignores(files, f, out);
  return out;
}

std::string git_root(const FileSystem& files, const std::string& path) {
  const std::string start = files.kind(path) == FileKind::kFolder ? path : parent_folder(path);
  for (std::string folder = start;; folder = parent_folder(folder)) {
    if (files.kind(join_path(folder, ".git")) != FileKind::kMissing) return folder;
    if (folder.size() <= 1) return "";
  }
}

bool is_ignored(const FileSystem& files, const std::string& path, const std::string& top,
                const GitUser& user) {
  if (top.empty()) return false;
  const Ignores all = ignores_above(files, path, top, user);
  for (std::string p = path; p != top && p != "/"; p = parent_folder(p)) {
    if (ignores(all, p, p != path)) return !TrackedFiles(files, top).has(path);
  }
  return false;
}

}  // namespace mmlint::project
