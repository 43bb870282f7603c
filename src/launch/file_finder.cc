#include "launch/file_finder.h"

#include "base/algorithms.h"
#include "base/paths.h"
#include "base/text.h"

namespace mmlint::launch {

using shell::ExpandedWord;

bool FileFinder::is_ours(const std::string& path) const {
  const auto& roots = project_.roots;
  return roots.empty() ||
         std::ranges::any_of(roots, [&](const std::string& root) { return is_below(path, root); });
}

// A container or another machine has the project in a folder that only its user knows:
// "/app/a/b.py" there is a/b.py or b.py of a folder here.
NamedFile FileFinder::find_copy(std::string_view value, const std::string& own) const {
  const FileSystem& files = project_.workspace.files();
  for (std::string at = own; is_ours(at) && at != "/"; at = parent_folder(at)) {
    for (std::string_view rest = value; !rest.empty();) {
      const std::size_t slash = rest.find('/');
      const bool whole = rest.size() == value.size() && value.front() != '/';
      if (slash == rest.npos && !whole) break;
      const std::string path = slash == 0 ? "" : join_path(at, rest);
      if (!path.empty() && files.kind(path) == FileKind::kFile) return {path, false};
      if (slash == rest.npos) break;
      rest.remove_prefix(slash + 1);
    }
  }
  return {};
}

NamedFile FileFinder::find(const ExpandedWord& word, const WordPlace& place) const {
  const ExpandedWord& folder = place.folder;
  const FileSystem& files = project_.workspace.files();
  const auto exists = [&files](const std::string& path) {
    const FileKind kind = files.kind(path);
    return kind == FileKind::kFile || kind == FileKind::kFolder;
  };
  const std::string own = parent_folder(place.launcher);
  if (word.in_script_folder) {
    if (word.precision != ExpandedWord::Precision::kExact) return {};
    const std::string path = absolute_path(own + word.value, "/");
    return exists(path) ? NamedFile{path, false} : NamedFile{"", true};
  }
  if (!word.is_known() || word.value.empty()) return {};
  const std::string& value = word.value;
  if (place.elsewhere) return find_copy(value, own);
  if (folder.precision != ExpandedWord::Precision::kExact && value.front() != '/') return {};
  if (value.front() == '/' || folder.in_script_folder ||
      (!folder.value.empty() && folder.value.front() == '/')) {
    const std::string base = folder.in_script_folder ? own + folder.value : folder.value;
    const std::string path = absolute_path(value, base.empty() ? "/" : base);
    if (!is_ours(path)) return {};
    return exists(path) ? NamedFile{path, false} : NamedFile{"", exists(parent_folder(path))};
  }
  // Whoever starts a launch script stands in a folder above it, mostly at the project's root.
  bool any_folder = folder.value.empty();
  for (std::string at = own;; at = parent_folder(at)) {
    const std::string base = join_path(at, folder.value);
    any_folder = any_folder || exists(base);
    const std::string path = join_path(base, value);
    if (exists(path)) return {path, false};
    if (at == "/") break;
  }
  return {"", any_folder};
}

// A folder without __init__.py is a part of a package, which an installed one may have as well. An
// entry such as submit.so is a module too.
bool FileFinder::lacks_module(const ExpandedWord& word, const WordPlace& place) const {
  const auto names = split(word.value, '.');
  if (!word.is_known() || place.elsewhere || !std::ranges::all_of(names, is_identifier))
    return false;
  const FileSystem& files = project_.workspace.files();
  ExpandedWord top = word;
  top.value = std::string(names.front());
  std::string at = find(top, place).path;
  const auto init = files.read(join_path(at, "__init__.py"));
  if (!is_ours(at) || !init || contains(*init, "__path__") || contains(*init, "__import__"))
    return false;
  for (const std::string_view name : std::span(names).subspan(1)) {
    const auto entries = files.list(at);
    const auto is_it = [&](const FolderEntry& entry) {
      return entry.name.substr(0, entry.name.find('.')) == name;
    };
    if (!entries) return false;
    if (std::ranges::none_of(*entries, is_it)) return true;
    at = join_path(at, name);
  }
  return false;
}

// The script says what the unknown part may be, or it is what the end of a script's path has
// between the known parts.
std::vector<std::string> FileFinder::find_scripts(const ExpandedWord& word,
                                                  const WordPlace& place) const {
  std::vector<std::string> out;
  const std::string_view begin =
      std::string_view(word.value).substr(word.value.find_last_of('/') + 1);
  ExpandedWord whole = word;
  whole.precision = ExpandedWord::Precision::kExact;
  for (const shell::PossibleValue& each : word.possible_values) {
    whole.value = word.value + each.value + word.suffix;
    const std::string path = find(whole, place).path;
    if (extension(path) == ".py" && is_ours(path) && !is_in(path, out)) out.push_back(path);
  }
  if (!out.empty()) return out;
  for (const std::string& script : project_.scripts) {
    if (!script.ends_with(word.suffix) || !is_ours(script)) continue;
    const std::size_t end = script.size() - word.suffix.size();
    for (std::size_t slash = script.rfind('/', end); slash != script.npos && slash != 0;
         slash = script.rfind('/', slash - 1)) {
      const std::string_view rest = std::string_view(script).substr(slash + 1);
      if (slash + 1 + begin.size() >= end || !rest.starts_with(begin)) continue;
      whole.value = word.value + std::string(rest.substr(begin.size()));
      if (find(whole, place).path != script) continue;
      out.push_back(script);
      break;
    }
  }
  return out;
}

}  // namespace mmlint::launch
