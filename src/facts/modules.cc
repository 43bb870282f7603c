#include "facts/modules.h"

#include "facts/table.h"

namespace mmlint::facts {

bool is_python_function(std::string_view dotted) {
  static const Table table("standard_functions");
  return table.has(dotted);
}

bool is_standard_module(std::string_view dotted) {
  static const Table table("standard_modules");
  return table.has(dotted.substr(0, dotted.find('.')));
}

bool makes_no_group(std::string_view dotted) {
  static const Table table("modules_without_group");
  return table.has(dotted.substr(0, dotted.find('.')));
}

}  // namespace mmlint::facts
