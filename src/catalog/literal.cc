#include "catalog/literal.h"

namespace mmlint::catalog {

const Literal* find(const Literal& dict, std::string_view path) {
  const Literal* at = &dict;
  while (true) {
    const std::size_t dot = path.find('.');
    const std::string_view part = path.substr(0, dot);
    const Literal::Dict* members = at->dict();
    if (members == nullptr) return nullptr;
    const Literal* next = nullptr;
    for (const auto& [key, value] : *members) {
      if (key == part) next = &value;
    }
    if (next == nullptr || dot == std::string_view::npos) return next;
    at = next;
    path.remove_prefix(dot + 1);
  }
}

}  // namespace mmlint::catalog
