#include "catalog/literal.h"

#include <algorithm>

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

bool lists(const Literal* list, std::string_view text) {
  return list && list->list() &&
         std::any_of(list->list()->begin(), list->list()->end(),
                     [text](const Literal& one) { return one.string() && *one.string() == text; });
}

}  // namespace mmlint::catalog
