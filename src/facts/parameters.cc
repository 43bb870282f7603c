#include "facts/parameters.h"

#include "facts/table.h"

namespace mmlint::facts {
namespace {

std::map<std::string, Parameters, std::less<>> read() {
  const Table table("parameters");
  std::map<std::string, Parameters, std::less<>> out;
  for (std::string& name : table.names()) {
    Parameters one{table.kinds(name), table.number(name, "required").value_or(0)};
    out.emplace(std::move(name), std::move(one));
  }
  return out;
}

}  // namespace

const Parameters* parameters_of(std::string_view callable) {
  static const auto all = read();
  const auto found = all.find(callable);
  return found == all.end() ? nullptr : &found->second;
}

}  // namespace mmlint::facts
