#include "project/imported_modules.h"

#include <algorithm>
#include <vector>

#include "base/paths.h"
#include "base/text.h"

namespace mmlint::project {
namespace {

// "a.b" out of " a.b as c".
std::string_view first_word(std::string_view text) {
  text = trim(text);
  return text.substr(0, text.find_first_of(" \t\\\n\r"));
}

// The modules that an import statement may name, dotted, dots in front included.
std::vector<std::string> named_modules(std::string_view statement) {
  std::vector<std::string> out;
  const bool from = statement.starts_with("from");
  const std::size_t names = from ? statement.find(" import ") : std::string_view::npos;
  if (from && names == std::string_view::npos) return out;
  const std::string package(from ? first_word(statement.substr(4, names - 4)) : "");
  std::string listed(statement.substr(from ? names + 8 : 6));
  std::replace_if(
      listed.begin(), listed.end(), [](char c) { return c == '(' || c == ')'; }, ' ');
  if (from) out.push_back(package);
  for (const std::string_view name : split(listed, ',')) {
    const std::string word(first_word(name));
    if (word.empty()) continue;
    const bool dots_only = package.find_first_not_of('.') == std::string::npos;
    out.push_back(package + (dots_only ? "" : ".") + word);
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

}  // namespace

std::set<std::string> imported_modules(Workspace& workspace, std::span<const std::string> scripts,
                                       std::span<const std::string> candidates) {
  std::set<std::string> out;
  if (candidates.empty()) return out;
  std::set<std::string> imported;
  for (const std::string& script : scripts) {
    const syntax::Document* document = workspace.document(script);
    if (!document) continue;
    for (const syntax::StatementRange& s : document->statements()) {
      if (s.keyword != "from" && s.keyword != "import") continue;
      const std::string_view text = document->source().bytes().substr(s.begin, s.end - s.begin);
      for (const std::string& module : named_modules(text))
        imported.insert(path_of(module, script));
    }
  }
  // By the end of the path: which folder Python finds it in depends on how the script is started.
  for (const std::string& candidate : candidates) {
    const std::string path = candidate.substr(0, candidate.size() - extension(candidate).size());
    for (std::size_t at = 0; at != std::string::npos; at = path.find('/', at + 1)) {
      if (imported.count(path.substr(at)) != 0) out.insert(candidate);
    }
  }
  return out;
}

}  // namespace mmlint::project
