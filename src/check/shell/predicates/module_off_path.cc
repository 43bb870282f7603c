// A launch starts a script that imports a package of the project, but the package is not on the
// sys.path of the script.
// captures: script, folder

#include "base/paths.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "launch/import_search.h"

namespace mmlint::check::predicates {

namespace {

// Returns the imports in a script's own file that every run makes, outside of any `if` and `try`.
std::vector<const script::Import*> certain_imports(const script::Summary& script) {
  std::vector<const script::Import*> out;
  const FileId own = script.document->source().id();
  for (const script::Import& each : script.imports) {
    const script::ProgramPoint& point = each.point;
    if (each.span.file == own && point.reached && !point.handled && !point.open &&
        point.guard.conditions().empty() && each.symbol.is_dotted_name())
      out.push_back(&each);
  }
  return out;
}

// Whether the folder of the script is the only folder of the project that Python puts on sys.path.
bool starts_file(const shell::Launch& launch) {
  return (launch.kind == shell::LaunchKind::kPython || starts_ranks(launch)) &&
         std::holds_alternative<shell::ScriptTarget>(launch.target) && !launch.elsewhere;
}

// May: the user starts the launch from a higher folder, where the same path leads to another
// script.
bool may_be_another(const launch::LinkedLaunch& linked, const LaunchView& view) {
  const shell::ExpandedWord& word = linked.launch->target_word();
  const std::string& path = linked.script.path;
  if (word.in_script_folder || !linked.launch->folder.value.empty() || !path.ends_with(word.value))
    return false;
  const FileSystem& files = view.request.workspace.files();
  std::string folder = path.substr(0, path.size() - word.value.size());
  while (folder.ends_with('/')) folder.pop_back();
  while (folder.size() > 1) {
    folder = parent_folder(folder);
    if (files.kind(join_path(folder, word.value)) == FileKind::kFile) return true;
  }
  return false;
}

// Whether the launch runs in the folder of a module: that one has the script by the path that the
// launch gives.
bool runs_beside(const launch::LinkedLaunch& linked, const std::string& top,
                 const FileSystem& files) {
  const shell::ExpandedWord& word = linked.launch->target_word();
  std::string_view relative = word.value;
  if (relative.starts_with("./")) relative.remove_prefix(2);
  const std::string& path = linked.script.path;
  if (!word.is_known() || !path.ends_with(fmt::format("/{}", relative))) return false;
  const std::string folder = path.substr(0, path.size() - relative.size() - 1);
  return files.kind(join_path(folder, top)) == FileKind::kFolder ||
         files.kind(join_path(folder, top + ".py")) == FileKind::kFile;
}

}  // namespace

LaunchHits module_off_path(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    if (!linked->script_summary || !starts_file(*linked->launch)) continue;
    std::optional<launch::ImportSearch> search;
    std::set<std::string> seen;
    for (const script::Import* import : certain_imports(*linked->script_summary)) {
      const std::string_view name = import->symbol.text();
      const std::string top(name.substr(0, name.find('.')));
      if (!seen.insert(top).second) continue;
      if (!search) search.emplace(view.programs);
      if (!search->is_off_path(*linked, top) || may_be_another(*linked, view)) continue;
      LaunchHit hit;
      hit.at = linked->launch->target_word().span;
      hit.name = top;
      hit.linked = linked;
      hit.captures["script"] = shown_target(*linked->launch);
      hit.captures["folder"] = std::string(file_name(parent_folder(linked->script.path)));
      if (runs_beside(*linked, top, view.request.workspace.files()))
        hit.replacement = R"("$PWD${PYTHONPATH:+:$PYTHONPATH}")";
      hit.places.push_back({import->span, {"imported here", "在这里导入"}});
      out.push_back(std::move(hit));
      break;
    }
  }
  return out;
}

}  // namespace mmlint::check::predicates
