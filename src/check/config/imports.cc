#include "check/config/imports.h"

#include "launch/import_search.h"

namespace mmlint::check {

std::vector<Hit> imports_at(launch::ModulePlace place, const ConfigView& view) {
  std::vector<Hit> out;
  if (!view.imports || !view.builders || view.is_base) return out;
  for (const Value* module : launch::imports_of(*view.config)) {
    if (module->kind != Value::Kind::kString) continue;
    auto found = view.imports->of(*view.config, *view.builders, module->text());
    if (found.place == place)
      out.push_back({"custom_imports.imports", {module, nullptr, false}, false, found.nearest});
  }
  return out;
}

}  // namespace mmlint::check
