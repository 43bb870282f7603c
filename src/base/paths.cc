#include "base/paths.h"

#include <filesystem>
#include <system_error>

#include <fnmatch.h>

#include "base/file_system.h"
#include "base/text.h"

namespace mmlint {
namespace {

bool is_absolute(std::string_view path) {
  return !path.empty() && path.front() == '/';
}

// The parts of a path with "." and ".." worked out; a ".." that leads out of a relative path stays.
std::vector<std::string_view> normal_parts(std::string_view path) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (!parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!is_absolute(path)) {
      parts.push_back(part);
    }
  }
  return parts;
}

std::string joined(bool absolute, const std::vector<std::string_view>& parts) {
  std::string out = absolute ? "/" : "";
  for (const std::string_view part : parts) {
    if (!out.empty() && out.back() != '/') out += '/';
    out += part;
  }
  return out.empty() ? "." : out;
}

// Whether a relative path has no part that is empty, "." or "..".
bool is_normal(std::string_view path) {
  bool begins = true;  // a part
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (begins && (path[i] == '/' || path[i] == '.')) {
      const std::string_view part = path.substr(i, path.find('/', i) - i);
      if (part.empty() || part == "." || part == "..") return false;
    }
    begins = path[i] == '/';
  }
  return !begins;
}

// A path that is put together part by part, and normal all the time.
class NormalPath {
 public:
  NormalPath(bool absolute, std::size_t size) : absolute_(absolute) {
    out_.reserve(size + 2);
    if (absolute) out_ += '/';
  }

  void add(std::string_view path) {
    if (path.starts_with('/')) path.remove_prefix(1);
    if (is_normal(path)) return append(path);
    for (const std::string_view part : split(path, '/')) add_part(part);
  }
  std::string take() && { return out_.empty() ? "." : std::move(out_); }

 private:
  void append(std::string_view path) {
    if (!out_.empty() && out_.back() != '/') out_ += '/';
    out_ += path;
  }

  void add_part(std::string_view part) {
    if (part.empty() || part == ".") return;
    const bool is_at_top = out_.empty() || out_ == "/" || out_ == ".." || out_.ends_with("/..");
    if (part != "..") {
      append(part);
    } else if (!is_at_top) {
      const std::size_t slash = out_.rfind('/');
      out_.resize(slash == out_.npos ? 0 : std::max<std::size_t>(slash, absolute_ ? 1 : 0));
    } else if (!absolute_) {
      append(part);
    }
  }

  const bool absolute_;
  std::string out_;
};

// Where the extension begins: the last dot of the name, unless only dots stand before it.
std::size_t extension_begin(std::string_view name) {
  const std::size_t first = name.find_first_not_of('.');
  const std::size_t dot = name.rfind('.');
  return first == name.npos || dot == name.npos || dot < first ? name.size() : dot;
}

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

}  // namespace

std::string current_folder() {
  std::error_code failed;
  return std::filesystem::current_path(failed).string();
}

std::string absolute_path(std::string_view path, std::string_view current_folder) {
  return join_path(current_folder, path);
}

std::string parent_folder(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == path.npos) return {};
  return std::string(path.substr(0, std::max<std::size_t>(slash, 1)));
}

std::string_view file_name(std::string_view path) {
  if (path.empty()) return path;  // memrchr() takes no null pointer, which an empty view may hold
  const void* const slash = memrchr(path.data(), '/', path.size());
  if (slash == nullptr) return path;
  return path.substr(static_cast<std::size_t>(static_cast<const char*>(slash) - path.data()) + 1);
}

std::string_view stem(std::string_view path) {
  const std::string_view name = file_name(path);
  return name.substr(0, extension_begin(name));
}

std::string_view extension(std::string_view path) {
  const std::string_view name = file_name(path);
  return name.substr(extension_begin(name));
}

std::string join_path(std::string_view folder, std::string_view path) {
  const bool alone = is_absolute(path) || folder.empty();
  NormalPath out(is_absolute(alone ? path : folder), folder.size() + path.size());
  if (!alone) out.add(folder);
  out.add(path);
  return std::move(out).take();
}

bool is_below(std::string_view path, std::string_view folder) {
  if (path.substr(0, folder.size()) != folder) return false;
  return path.size() == folder.size() || folder == "/" || path[folder.size()] == '/';
}

std::string_view below_nearest(std::string_view path, std::span<const std::string> folders) {
  std::size_t length = 0;
  for (const std::string& folder : folders) {
    if (is_below(path, folder)) length = std::max(length, folder.size());
  }
  return path.substr(length);
}

std::string relative_path(std::string_view path, std::string_view folder) {
  const auto to = normal_parts(path);
  const auto from = normal_parts(folder);
  const auto fork = std::mismatch(to.begin(), to.end(), from.begin(), from.end());
  std::vector<std::string_view> parts(static_cast<std::size_t>(from.end() - fork.second), "..");
  parts.insert(parts.end(), fork.first, to.end());
  return joined(false, parts);
}

bool glob_matches(std::string_view pattern, std::string_view path) {
  const auto p = split(pattern, '/');
  const auto s = split(path, '/');
  if (p.size() > 64 || s.size() > 256) return false;
  return match_parts(p, s);
}

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
