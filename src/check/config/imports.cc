#include "check/config/imports.h"

#include "launch/import_search.h"

namespace mmlint::check {

std::vector<CustomImport> find_imports(const ConfigView& view, launch::ImportSearch& search) {
  std::vector<CustomImport> out;
  if (!view.builders || view.is_base) return out;
  const std::string key = "custom_imports.imports";
  const Value* all = value_at(*view.config->root, key).value;
  std::size_t index = 0;
  for (const Value* module : launch::imports_of(*view.config)) {
    const std::string own = module == all ? key : fmt::format("{}.{}", key, index++);
    if (module->kind != Value::Kind::kString) continue;
    auto found = search.of(*view.config, *view.builders, module->text());
    out.push_back({{own, {module, nullptr, false}, false, found.nearest}, found.place});
  }
  return out;
}

std::vector<Hit> imports_at(launch::ModulePlace place, const ConfigView& view) {
  std::vector<Hit> out;
  if (!view.imports) return out;
  for (const CustomImport& each : *view.imports) {
    if (each.place == place) out.push_back(each.hit);
  }
  return out;
}

}  // namespace mmlint::check
