#include "value/packages.h"

#include "base/paths.h"
#include "base/text.h"
#include "facts/libraries.h"

namespace mmlint {
namespace {

// As packaging.utils.canonicalize_name: "My_Package" and "my-package" are one.
std::string normalised(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool dash = c == '-' || c == '_' || c == '.';
    if (dash && out.ends_with('-')) continue;
    out += dash ? '-' : (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

// What MMEngine's pattern \w*::\w*/\w* needs: where the first component of the path ends.
bool has_form(std::string_view text) {
  const auto is_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  const std::size_t colons = text.find("::");
  const std::size_t slash = text.find('/', colons);
  return slash != text.npos &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colons), is_word) &&
         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(colons) + 2,
                     text.begin() + static_cast<std::ptrdiff_t>(slash), is_word);
}

}  // namespace

std::optional<PackageTextProblem> check_package_text(std::string_view text) {
  if (text.find("::") == text.npos) return std::nullopt;
  if (!has_form(text)) {
    return PackageTextProblem{
        "ValueError",
        "a base in another package is written package::folder/file.py, and the folder must be a "
        "plain word"};
  }
  const std::size_t colons = text.find("::");
  if (text.find("::", colons + 2) != text.npos)
    return PackageTextProblem{"ValueError", "`::` may stand only once in the path of a base"};
  const std::string_view module = text.substr(0, colons);
  if (facts::distribution_of(module)) return std::nullopt;
  const auto near = nearest(module, facts::config_packages());
  return PackageTextProblem{
      "AssertionError", fmt::format("MMEngine does not support to load configs of '{}'{}", module,
                                    near ? fmt::format(", did you mean '{}'?", *near) : "")};
}

Packages::Packages(const FileSystem& files, PackageSettings settings)
    : files_(files), settings_(std::move(settings)) {}

std::string Packages::first_line(const std::string& path) const {
  const auto text = files_.read(path);
  return text ? std::string(trim(split(*text, '\n').front())) : "";
}

void Packages::add_site(const std::string& folder, bool with_pth) const {
  const auto known = [&](const Site& site) { return site.folder == folder; };
  if (std::ranges::any_of(sites_, known)) return;
  const auto entries = files_.list(folder);
  if (!entries) return;
  Site site{folder, {}, {}};
  std::vector<std::string> more;
  for (const FolderEntry& entry : *entries) {
    const std::string_view end = extension(entry.name);
    const std::string path = join_path(folder, entry.name);
    if (end == ".dist-info" || end == ".egg-info") {
      const std::string_view name = std::string_view(entry.name).substr(0, entry.name.find('-'));
      site.distributions.emplace(normalised(name == entry.name ? stem(entry.name) : name), path);
    } else if (end == ".egg-link") {
      site.links.emplace(normalised(stem(entry.name)), path);
    } else if (end == ".pth" && with_pth) {
      more.push_back(path);
    }
  }
  sites_.push_back(std::move(site));
  // Lines of a .pth file are folders, or code to run, which we do not (Lib/site.py, addpackage).
  for (const std::string& path : more) {
    const auto text = files_.read(path);
    if (!text) continue;
    for (const std::string_view line : split(*text, '\n')) {
      const std::string_view target = trim(line);
      if (target.empty() || target[0] == '#' || target.starts_with("import ")) continue;
      const std::string added = join_path(folder, target);
      if (files_.kind(added) == FileKind::kFolder) add_site(added, false);
    }
  }
}

const std::vector<Packages::Site>& Packages::sites() const {
  std::call_once(listed_, [this] {
    for (const std::string& path : settings_.python_paths) {
      add_site(path, true);
      for (const char* lib : {"lib", "lib64", "local/lib"}) {
        const std::string folder = join_path(path, lib);
        const auto versions = files_.list(folder);
        if (!versions) continue;
        for (const FolderEntry& version : *versions) {
          if (!version.name.starts_with("python3")) continue;
          for (const char* packages : {"site-packages", "dist-packages"})
            add_site(join_path(join_path(folder, version.name), packages), true);
        }
      }
    }
  });
  return sites_;
}

std::optional<Packages::Distribution> Packages::distribution(const std::string& name) const {
  const std::string key = normalised(name);
  for (const Site& site : sites()) {
    if (const auto found = site.distributions.find(key); found != site.distributions.end())
      return Distribution{site.folder, found->second};
    if (const auto link = site.links.find(key); link != site.links.end()) {
      const std::string folder = join_path(site.folder, first_line(link->second));
      const auto entries = files_.list(folder);
      if (!entries) continue;
      for (const FolderEntry& entry : *entries) {
        if (extension(entry.name) == ".egg-info" && normalised(stem(entry.name)) == key)
          return Distribution{folder, join_path(folder, entry.name)};
      }
    }
  }
  return std::nullopt;
}

// get_installed_path. A distribution counts before a module of the same name; one whose files lie
// elsewhere (an editable install by an import hook) is not known here.
std::optional<std::string> Packages::installed(const std::string& package) const {
  if (const auto found = distribution(package)) {
    std::string folder = join_path(found->folder, package);
    if (files_.kind(folder) == FileKind::kMissing) {
      const std::string module = first_line(join_path(found->metadata, "top_level.txt"));
      if (module.empty()) return std::nullopt;
      folder = join_path(found->folder, module);
    }
    return files_.kind(folder) == FileKind::kMissing ? std::nullopt : std::optional(folder);
  }
  for (const Site& site : sites()) {
    const std::string folder = join_path(site.folder, package);
    if (is_file(join_path(folder, "__init__.py"))) return folder;
  }
  return std::nullopt;
}

// A package whose files are below a root, where nothing installs it.
std::optional<std::string> Packages::copied(const std::string& name,
                                            const std::string& importer) const {
  for (const std::string& root : settings_.roots) {
    const std::string folder = join_path(root, name);
    if (is_below(importer, root) && is_file(join_path(folder, "__init__.py")) &&
        !is_file(join_path(root, "setup.py")) && !is_file(join_path(root, "pyproject.toml")))
      return folder;
  }
  return std::nullopt;
}

std::optional<std::string> Packages::config(std::string_view module, std::string_view path,
                                            const std::string& importer) const {
  const std::string name(module);
  if (const auto given = settings_.given.find(name); given != settings_.given.end()) {
    const std::string& folder = given->second;
    for (const std::string& configs :
         {join_path(folder, ".mim/configs"), join_path(folder, name + "/.mim/configs"),
          join_path(folder, "configs"), folder}) {
      if (is_file(join_path(configs, path))) return join_path(configs, path);
    }
    return join_path(join_path(folder, "configs"), path);
  }
  for (const std::string& root : settings_.roots) {
    const std::string file = join_path(join_path(root, "configs"), path);
    if (is_below(importer, root) && files_.kind(join_path(root, name)) == FileKind::kFolder &&
        is_file(file)) {
      return file;
    }
  }
  auto folder = installed(facts::distribution_of(module).value_or(""));
  if (!folder) folder = copied(name, importer);
  if (!folder) return std::nullopt;
  const std::string index = join_path(*folder, ".mim/model-index.yml");
  if (!is_file(index)) return index;
  return join_path(join_path(*folder, ".mim/configs"), path);
}

bool Packages::has_top_level(const std::string& name) const {
  return std::ranges::any_of(sites(), [&](const Site& site) {
    const std::string path = join_path(site.folder, name);
    return files_.kind(path) != FileKind::kMissing ||
           files_.kind(path + ".py") != FileKind::kMissing;
  });
}

std::optional<std::string> Packages::module(std::string_view dotted,
                                            const std::string& importer) const {
  const std::size_t dot = dotted.find('.');
  const std::string name(dotted.substr(0, dot));
  std::string below(dotted.substr(dot + 1));
  std::ranges::replace(below, '.', '/');
  below += ".py";
  if (const auto given = settings_.given.find(name); given != settings_.given.end()) {
    const std::string inner = join_path(join_path(given->second, name), below);
    return is_file(inner) ? inner : join_path(given->second, below);
  }
  for (const std::string& root : settings_.roots) {
    const std::string file = join_path(join_path(root, name), below);
    if (is_below(importer, root) && is_file(file)) return file;
  }
  const auto folder = installed(name);
  return folder ? std::optional(join_path(*folder, below)) : std::nullopt;
}

}  // namespace mmlint
