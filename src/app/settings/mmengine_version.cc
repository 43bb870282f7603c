#include "app/settings/mmengine_version.h"

#include <cctype>

#include "app/settings/settings.h"
#include "base/paths.h"
#include "base/text.h"

namespace mmlint::app {
namespace {

struct Pin {
  std::string version;
  std::string place;  // "requirements.txt:3", as people see it from where they stand
};

// In the order in which they are believed.
std::vector<std::string> requirement_files(const FileSystem& files, const std::string& root) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& folder, std::string_view begin) {
    const auto entries = files.list(folder);
    if (!entries) return;
    std::vector<std::string> found;
    for (const FolderEntry& entry : *entries) {
      if (entry.name.starts_with(begin) && extension(entry.name) == ".txt")
        found.push_back(join_path(folder, entry.name));
    }
    // requirements.txt before requirements-dev.txt
    std::ranges::sort(found,
                      [](const std::string& a, const std::string& b) { return stem(a) < stem(b); });
    out.insert(out.end(), found.begin(), found.end());
  };
  add(root, "requirements");
  add(join_path(root, "requirements"), "");
  return out;
}

// Files that cannot be read are named in `note`.
std::optional<Pin> find_pin(const Options& options, std::string& note) {
  const DiskFileSystem disk;
  const std::string root =
      options.root.empty() ? root_of_first(options) : absolute_path(options.root, current_folder());
  for (const std::string& path : requirement_files(disk, root)) {
    if (disk.kind(path) != FileKind::kFile) continue;
    const auto text = disk.read(path);
    if (!text) {
      note += fmt::format("{}{}: {}", note.empty() ? "" : "; ",
                          relative_path(path, current_folder()), text.error().message);
      continue;
    }
    int number = 0;
    for (const std::string_view line : split(*text, '\n')) {
      ++number;
      const std::string version = pinned_mmengine(line);
      if (version.empty()) continue;
      return Pin{version, fmt::format("{}:{}", relative_path(path, current_folder()), number)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::string pinned_mmengine(std::string_view line) {
  const std::size_t comment = line.find('#');
  line = trim(line.substr(0, comment));
  const auto in_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
  };
  const auto end = std::ranges::find_if_not(line, in_name);
  std::string name(line.begin(), end);
  for (char& c : name) {
    c = c == '_' || c == '.' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (name != "mmengine" && name != "mmengine-lite") return "";
  line = trim(line.substr(name.size()));
  if (line.starts_with('['))
    line = trim(line.substr(std::min(line.find(']'), line.size() - 1) + 1));
  if (!line.starts_with("==")) return "";
  line = trim(line.substr(line.starts_with("===") ? 3 : 2));
  const std::size_t stop = line.find_first_of(" \t;,\\");
  const std::string_view rest = stop == line.npos ? "" : trim(line.substr(stop));
  const std::string_view version = line.substr(0, stop);
  if (rest.starts_with(',') || version.find('*') != version.npos) return "";
  return std::string(version);
}

Result<MMEngineVersion> mmengine_version(const Options& options) {
  MMEngineVersion out;
  std::string text = options.mmengine;
  std::string place = "--mmengine";
  const Language language = language_of(options);
  if (text.empty()) {
    const std::string& command = options.command;
    const bool reads_project = command == "check" || command == "fix" || command == "port";
    const auto pin = reads_project ? find_pin(options, out.note) : std::nullopt;
    if (!pin) return out;
    text = pin->version;
    place = pin->place;
    static const LocalizedText kRead = {
        "judged for MMEngine {}, which {} names; --mmengine chooses another",
        "按 MMEngine {} 判断，版本来自 {}；可用 --mmengine 另选"};
    if (!out.note.empty()) out.note += "; ";
    out.note += fmt::format(fmt::runtime(kRead.in(language)), text, place);
  }
  const auto version = catalog::parse_version(text);
  if (!version) {
    return fail(fmt::format("{}: '{}' is no version of MMEngine, such as {}", place, text,
                            catalog::printed(catalog::kNewestVersion)));
  }
  if (*version < catalog::kOldestVersion) {
    return fail(fmt::format("{}: MMEngine {} is older than {}, the first that mmlint knows", place,
                            text, catalog::printed(catalog::kOldestVersion)));
  }
  out.place = place;
  out.version = std::min(*version, catalog::kNewestVersion);
  if (*version > catalog::kNewestVersion) {
    static const LocalizedText kNewer = {
        "MMEngine {} is newer than what mmlint knows: judged as {}",
        "MMEngine {} 比 mmlint 所知的更新：按 {} 判断"};
    if (!out.note.empty()) out.note += "; ";
    out.note += fmt::format(fmt::runtime(kNewer.in(language)), text,
                            catalog::printed(catalog::kNewestVersion));
  }
  return out;
}

}  // namespace mmlint::app
