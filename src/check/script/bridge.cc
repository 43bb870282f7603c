#include "check/script/bridge.h"

#include "catalog/on_target.h"

namespace mmlint::check {

std::vector<script::Import>::const_iterator find_bridge(const std::vector<script::Import>& imports,
                                                        const catalog::Target& target) {
  const catalog::Literal* fact = target.fact("scripts.bridges");
  const catalog::Literal::List* bridges = fact ? fact->list() : nullptr;
  if (!bridges) return imports.end();
  return std::ranges::find_if(imports, [&](const script::Import& import) {
    return std::ranges::any_of(*bridges, [&](const catalog::Literal& each) {
      const std::string* name = each.string();
      return name && (import.symbol == *name || import.symbol.is_inside(*name));
    });
  });
}

}  // namespace mmlint::check
