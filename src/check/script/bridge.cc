#include "check/script/bridge.h"

#include "catalog/on_target.h"

namespace mmlint::check {

bool is_bridge(const script::Import& import, const catalog::Target& target) {
  const catalog::Literal* bridges = target.fact("scripts.bridges");
  for (std::string_view name = import.symbol.text(); !name.empty();) {
    if (catalog::lists(bridges, name)) return true;
    const std::size_t dot = name.rfind('.');
    name = name.substr(0, dot == name.npos ? 0 : dot);
  }
  return false;
}

}  // namespace mmlint::check
