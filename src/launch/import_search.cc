#include "launch/import_search.h"

#include "base/text.h"
#include "facts/libraries.h"
#include "launch/program_store.h"

namespace mmlint::launch {
namespace {

// "./extra/net.py" -> "extra.net"
std::string as_dotted(std::string_view path) {
  std::string out(path);
  std::ranges::replace(out, '\\', '/');
  for (const std::string_view end : {"/__init__.py", ".py", "/"}) {
    if (out.ends_with(end)) out.resize(out.size() - end.size());
  }
  out.erase(0, out.find_first_not_of("./"));
  std::ranges::replace(out, '/', '.');
  return out;
}

// import_module raises for all of these, whatever there is on sys.path: a path has no dots, and a
// relative import needs a package.
bool is_no_name(std::string_view module) {
  return module.empty() || module.front() == '.' || module.back() == '.' ||
         module.find_first_of("/\\") != module.npos || module.find("..") != module.npos;
}

bool edits_path(std::string_view text) {
  constexpr std::string_view kWords[] = {"sys.path", "addsitedir", "PYTHONPATH", "from sys"};
  constexpr std::string_view kImported[] = {"'sys')", "\"sys\")"};  // __import__('sys').path
  return words_in(text, kWords) != 0 || words_in(text, kImported) != 0;
}

// The folders that a launch adds by PYTHONPATH; nullopt if they are not known. What the caller has
// set counts as nothing.
std::optional<std::vector<std::string>> python_path(const LinkedLaunch& linked,
                                                    std::span<const std::string> roots) {
  const shell::EnvironmentWrite* write = linked.launch->variable("PYTHONPATH");
  const bool is_unexported = std::ranges::any_of(
      linked.launch->unexported, [](const auto& each) { return each.name == "PYTHONPATH"; });
  if (is_unexported || (write && write->conditional)) return std::nullopt;
  std::vector<std::string> out;
  if (!write || !write->value) return out;
  const shell::ExpandedWord& word = *write->value;
  const bool is_known =
      word.precision == shell::ExpandedWord::Precision::kExact ||
      (word.depends_on == "PYTHONPATH" && word.sole_dependency && word.suffix.empty());
  if (!is_known) return std::nullopt;
  const std::string own(parent_folder(linked.launch_script));
  const std::string text = word.in_script_folder ? own + word.value : word.value;
  const shell::ExpandedWord& folder = linked.launch->folder;
  for (const std::string_view each : split(text, ':')) {
    if (folder.in_script_folder) {
      out.push_back(absolute_path(each, own + folder.value));
    } else if (folder.is_known() && folder.value.starts_with('/')) {
      out.push_back(absolute_path(each, folder.value));
    } else {
      out.push_back(absolute_path(each, own));
      for (const std::string& root : roots) out.push_back(absolute_path(each, root));
    }
  }
  return out;
}

}  // namespace

ImportSearch::ImportSearch(const ProgramStore& programs)
    : programs_(programs),
      project_(programs.project()),
      files_(project_.workspace.files()),
      packages_(files_, project_.workspace.settings().packages) {}

void ImportSearch::read_launches() {
  std::set<std::string> launching;
  for (const LinkedLaunch* linked : programs_.graph().all()) {
    add(*linked);
    launching.insert(linked->launch_script);
  }
  // A script that only sets variables may be sourced before any launch.
  shows_path_ = shows_path_ && std::ranges::none_of(project_.launch_scripts, [&](const auto& each) {
                  return !launching.contains(each) && edits_path(project_.workspace.text(each));
                });
}

void ImportSearch::add(const LinkedLaunch& linked) {
  const auto path = python_path(linked, project_.roots);
  const auto is_here = [&](const std::string& folder) {
    const auto has = [&](const std::string& root) { return is_below(folder, root); };
    return files_.kind(folder) == FileKind::kFolder || std::ranges::any_of(project_.roots, has);
  };
  shows_path_ = shows_path_ && path && std::ranges::all_of(*path, is_here);
  if (path) python_paths_.insert(python_paths_.end(), path->begin(), path->end());
  const bool starts_script = std::holds_alternative<shell::ScriptTarget>(linked.launch->target) &&
                             linked.script_summary && !linked.launch->elsewhere;
  if (!path || !starts_script || linked.config.path.empty()) return;
  if (script_edits_path(linked.script.path)) return;
  Launched& one = launched_.emplace_back(Launched{linked.config.path, *path});
  one.path.emplace_back(parent_folder(linked.script.path));
}

bool ImportSearch::config_edits_path(const config::Resolved& config) const {
  return edits_path(project_.workspace.text(config.path)) ||
         std::ranges::any_of(config.bases,
                             [&](const auto* base) { return config_edits_path(*base); });
}

bool ImportSearch::script_edits_path(const std::string& script) const {
  const auto edits = [&](const std::string& path) {
    return edits_path(project_.workspace.text(path));
  };
  const auto imported = project_.workspace.imported(std::span(&script, 1));
  return edits(script) || std::ranges::any_of(imported.front(), edits);
}

std::vector<std::string> ImportSearch::folders_of(const config::Resolved& config,
                                                  const Builders& builders) const {
  std::vector<std::string> out(python_paths_);
  for (const std::string& root : project_.roots) {
    std::set<std::string> known;
    const auto add_above = [&](const std::string& path) {
      for (std::string folder = parent_folder(path); is_below(folder, root) && folder != root;
           folder = parent_folder(folder)) {
        if (!known.insert(folder).second) break;  // and what is above it
        out.push_back(folder);
      }
    };
    add_above(config.path);
    for (const Builder& builder : builders) add_above(builder.path);
    out.push_back(root);
    out.push_back(join_path(root, "src"));
  }
  return out;
}

std::optional<std::string> ImportSearch::in_folder(const std::string& folder,
                                                   std::string_view module) const {
  std::string path = folder;
  const auto parts = split(module, '.');
  for (const std::string_view& part : parts) {
    path = join_path(path, part);
    if (files_.kind(path) == FileKind::kFolder) continue;
    if (&part != &parts.back()) return std::nullopt;
    if (files_.kind(path + ".py") == FileKind::kFile) return path + ".py";
    const auto others = files_.list(parent_folder(path));  // "net.cpython-311-x86_64-linux-gnu.so"
    const bool is_compiled =
        others && std::ranges::any_of(*others, [&](const auto& entry) {
          return entry.name.starts_with(std::string(part) + ".") && extension(entry.name) == ".so";
        });
    if (!is_compiled) return std::nullopt;
  }
  return path;
}

bool ImportSearch::has_top(const std::string& folder, const std::string& top) const {
  const std::string path = join_path(folder, top);
  if (files_.kind(path + ".py") == FileKind::kFile) return true;
  // A folder of data is no package.
  const auto has_python = [&](const std::string& of) {
    const auto entries = files_.list(of);
    return entries && std::ranges::any_of(*entries, [](const FolderEntry& entry) {
             return extension(entry.name) == ".py";
           });
  };
  const auto entries = files_.list(path);
  return has_python(path) ||
         (entries && std::ranges::any_of(*entries, [&](const auto& entry) {
            return entry.kind == FileKind::kFolder && has_python(join_path(path, entry.name));
          }));
}

bool ImportSearch::is_installed(const std::string& top) const {
  return project_.workspace.settings().packages.given.contains(top) ||
         facts::makes_no_group(top) || packages_.has_top_level(top);
}

bool ImportSearch::is_installable(const std::string& folder) const {
  constexpr const char* kFiles[] = {"setup.py", "pyproject.toml", "setup.cfg"};
  const auto has_one = [&](const std::string& of) {
    return std::ranges::any_of(kFiles, [&](const char* name) {
      return files_.kind(join_path(of, name)) == FileKind::kFile;
    });
  };
  return has_one(folder) || has_one(parent_folder(folder)) ||
         std::ranges::any_of(project_.roots, has_one);
}

bool ImportSearch::shows_path(const Builders& builders) const {
  return shows_path_ && !builders.empty() &&
         std::ranges::none_of(builders,
                              [&](const Builder& each) { return script_edits_path(each.path); });
}

bool ImportSearch::is_elsewhere(std::string_view module) const {
  std::string path = "/" + std::string(module);
  std::ranges::replace(path, '.', '/');
  const std::string as_file = path + ".py", as_package = path + "/__init__.py";
  const auto is_it = [&](const std::string& file) {
    return file.ends_with(as_file) || file.ends_with(as_package);
  };
  return std::ranges::any_of(project_.scripts, is_it) ||
         std::ranges::any_of(project_.index.configs(), is_it);
}

std::string ImportSearch::nearest_to(std::string_view module,
                                     std::span<const std::string> folders) const {
  const std::string dotted = as_dotted(module);
  const std::size_t dot = dotted.rfind('.');
  const std::string package = dot == dotted.npos ? "" : dotted.substr(0, dot);
  std::vector<std::string> names;
  for (const std::string& folder : folders) {
    if (dotted != module && in_folder(folder, dotted)) return dotted;
    std::string path = package;
    std::ranges::replace(path, '.', '/');
    const auto entries = files_.list(join_path(folder, path));
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
      const FolderEntry& entry = (*entries)[i];
      if (entry.kind == FileKind::kFolder || extension(entry.name) == ".py")
        names.emplace_back(stem(entry.name));
    }
  }
  const auto name = nearest(std::string_view(dotted).substr(dot + 1), names);
  if (!name) return {};
  return package.empty() ? *name : package + "." + *name;
}

bool ImportSearch::documents_path(const std::string& folder) const {
  const auto entries = files_.list(folder);
  return entries && std::ranges::any_of(*entries, [&](const FolderEntry& entry) {
           const bool sets = entry.name.starts_with("Dockerfile") ||
                             entry.name.starts_with(".env") || entry.name.starts_with("README");
           return sets &&
                  contains(project_.workspace.text(join_path(folder, entry.name)), "PYTHONPATH");
         });
}

bool ImportSearch::is_off_path(const LinkedLaunch& linked, const std::string& top) const {
  const auto path = python_path(linked, project_.roots);
  if (!path || is_installed(top)) return false;
  const auto has = [&](const std::string& folder) { return has_top(folder, top); };
  const std::string own(parent_folder(linked.script.path));
  if (has(own) || std::ranges::any_of(*path, has) || script_edits_path(linked.script.path))
    return false;
  for (const std::string& root : project_.roots) {
    if (!is_below(own, root) || own == root) continue;
    for (std::string folder = parent_folder(own); is_below(folder, root);
         folder = parent_folder(folder)) {
      if (has(folder))
        return !is_installable(folder) && !documents_path(folder) && !documents_path(root);
      if (folder == root) break;
    }
  }
  return false;
}

ImportSearch::Found ImportSearch::of(const config::Resolved& config, const Builders& builders,
                                     std::string_view module) {
  std::call_once(launches_read_, [this] { read_launches(); });  // few projects have custom_imports
  const std::vector<std::string> folders = folders_of(config, builders);
  if (is_no_name(module)) return {ModulePlace::kMissing, nearest_to(module, folders)};
  const std::string top(split(module, '.').front());
  if (config_edits_path(config) || is_installed(top)) return {};
  const auto has = [&](const std::string& folder) { return in_folder(folder, module).has_value(); };
  const auto found = std::ranges::find_if(folders, has);
  if (found != folders.end()) {
    const bool is_off = std::ranges::any_of(launched_, [&](const Launched& one) {
      return one.config == config.path && std::ranges::none_of(one.path, has);
    });
    if (!is_off || is_installable(*found)) return {};
    return {ModulePlace::kOffPath};
  }
  if (is_elsewhere(module)) return {ModulePlace::kOffPath};
  if (std::ranges::any_of(folders, [&](const auto& each) { return has_top(each, top); }))
    return {ModulePlace::kMissing, nearest_to(module, folders)};
  if (top.starts_with("mm")) return {};
  // A folder in the root of OpenMMLab's repositories; no package installs it.
  if (top == "projects")
    return {shows_path(builders) ? ModulePlace::kMissing : ModulePlace::kOffPath};
  return {packages_.has_top_level("mmengine") ? ModulePlace::kMissing : ModulePlace::kUnknown};
}

}  // namespace mmlint::launch
