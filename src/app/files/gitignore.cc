#include "app/files/gitignore.h"

#include <fnmatch.h>

#include "base/paths.h"
#include "base/text.h"

namespace mmlint::app {
namespace {

bool match_parts(std::span<const std::string_view> pattern,
                 std::span<const std::string_view> path) {
  if (pattern.empty()) return path.empty();
  if (pattern.front() == "**") {
    // "a/**" is everything inside a, not a itself.
    for (std::size_t skip = pattern.size() == 1 ? 1 : 0; skip <= path.size(); ++skip) {
      if (match_parts(pattern.subspan(1), path.subspan(skip))) return true;
      if (pattern.size() == 1 && skip == path.size()) return true;
    }
    return false;
  }
  if (path.empty()) return false;
  const std::string glob(pattern.front());
  const std::string name(path.front());
  if (fnmatch(glob.c_str(), name.c_str(), 0) != 0) return false;
  return match_parts(pattern.subspan(1), path.subspan(1));
}

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

}  // namespace

bool glob_matches(std::string_view pattern, std::string_view path) {
  const auto p = split(pattern, '/');
  const auto s = split(path, '/');
  if (p.size() > 64 || s.size() > 256) return false;
  return match_parts(p, s);
}

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

}  // namespace mmlint::app
