#include "project/imported_modules.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/paths.h"
#include "project/import_scan.h"

namespace mmlint::project {
namespace {

// The modules that the imports of a text may name, dotted, dots in front included: of `from a
// import b` both a and a.b, since b may be a module or a name in one.
std::vector<std::string> named_modules(std::string_view text) {
  std::vector<std::string> out;
  for (const ScannedImport& import : scan_imports(text)) {
    const std::string package =
        std::string(static_cast<std::size_t>(import.level), '.') + import.dotted;
    out.push_back(package);
    for (const std::string& name : import.names)
      out.push_back(package + (import.dotted.empty() ? "" : ".") + name);
  }
  return out;
}

// The path that ends with a module's, without ".py": "/a/b" for a.b, and the whole one for a module
// that is named from the script's own folder.
std::string path_of(std::string_view module, const std::string& script) {
  std::string folder = parent_folder(script);
  const std::size_t dots = std::min(module.find_first_not_of('.'), module.size());
  for (std::size_t i = 1; i < dots; ++i) folder = parent_folder(folder);
  std::string path(module.substr(dots));
  std::replace(path.begin(), path.end(), '.', '/');
  return dots > 0 ? join_path(folder, path) : "/" + path;
}

// Whether the name of a file stands in one of the texts.
bool is_named_by(Workspace& workspace, std::span<const std::string> texts,
                 const std::string& path) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
    const syntax::Document* document = workspace.document(text);
    return document && document->source().bytes().find(file_name(path)) != std::string_view::npos;
  });
}

}  // namespace

std::set<std::string> imported_modules(Workspace& workspace, std::span<const std::string> scripts,
                                       std::span<const std::string> launch_scripts,
                                       std::span<const std::string> candidates,
                                       std::span<const std::string> loadable) {
  std::set<std::string> out;
  if (candidates.empty() && loadable.empty()) return out;
  std::set<std::string> imported;
  for (const std::string& script : scripts) {
    const syntax::Document* document = workspace.document(script);
    if (!document) continue;
    for (const std::string& module : named_modules(document->source().bytes()))
      imported.insert(path_of(module, script));
  }
  // By the end of the path: which folder Python finds it in depends on how the script is started.
  const auto is_imported = [&](const std::string& candidate) {
    const std::string path = candidate.substr(0, candidate.size() - extension(candidate).size());
    for (std::size_t at = 0; at != std::string::npos; at = path.find('/', at + 1)) {
      if (imported.count(path.substr(at)) != 0) return true;
    }
    return false;
  };
  std::copy_if(candidates.begin(), candidates.end(), std::inserter(out, out.end()), is_imported);
  for (const std::string& each : loadable) {
    if (is_imported(each) && !is_named_by(workspace, scripts, each) &&
        !is_named_by(workspace, launch_scripts, each))
      out.insert(each);
  }
  return out;
}

}  // namespace mmlint::project
