#include "facts/parameters.h"

#include "facts/table.h"

namespace mmlint::facts {
namespace {

template <class Value>
using ByName = std::map<std::string, Value, std::less<>>;

ByName<ByName<Parameters>> read() {
  const Table table("parameters");
  ByName<ByName<Parameters>> out;
  for (const std::string& callable : table.names()) {
    const std::size_t dot = callable.rfind('.');
    out[callable.substr(0, dot)].emplace(
        callable.substr(dot + 1),
        Parameters{table.kinds(callable), table.number(callable, "required").value_or(0)});
  }
  return out;
}

}  // namespace

const Parameters* parameters_of(std::string_view package, std::string_view name) {
  static const auto all = read();
  const auto inside = all.find(package);
  if (inside == all.end()) return nullptr;
  const auto found = inside->second.find(name);
  return found == inside->second.end() ? nullptr : &found->second;
}

}  // namespace mmlint::facts
