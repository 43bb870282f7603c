#include "launch/walked_imports.h"

#include "facts/libraries.h"

namespace mmlint::launch {

using script::Summary;

bool is_of_project(const script::Import& import, const Summary& script) {
  const std::string_view symbol = import.symbol.text();
  if (symbol.starts_with('.')) return true;
  std::string path(symbol);
  std::ranges::replace(path, '.', '/');
  while (!path.empty()) {
    const auto has = [&](const char* end) {
      const std::string wanted = "/" + path + end;
      return std::ranges::any_of(script.files,
                                 [&](const std::string& file) { return file.ends_with(wanted); });
    };
    if (has(".py") || has("/__init__.py")) return true;
    const std::size_t slash = path.rfind('/');
    path.resize(slash == path.npos ? 0 : slash);
  }
  return false;
}

bool is_walked(const script::Import& import, const Summary& script) {
  return facts::makes_no_group(import.symbol.text()) || is_of_project(import, script);
}

const script::Import* unknown_import(const Summary& script) {
  const auto found = std::ranges::find_if(
      script.imports, [&](const script::Import& each) { return !is_walked(each, script); });
  return found == script.imports.end() ? nullptr : &*found;
}

bool calls_group_maker(const Summary& script) {
  return std::ranges::any_of(script.calls, [](const script::Call& each) {
    return facts::makes_group_itself(each.symbol.text());
  });
}

bool walks_all_imports(const Summary& script) {
  return script.complete && !unknown_import(script) && !calls_group_maker(script);
}

}  // namespace mmlint::launch
