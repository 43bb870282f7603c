#include "facts/libraries.h"

#include <algorithm>
#include <string>
#include <vector>

#include "facts/table.h"

namespace mmlint::facts {
namespace {

const Table& names() {
  static const Table table("library_names");
  return table;
}

bool is_of(std::string_view symbol, std::string_view kind) {
  return names().has(symbol, kind);
}

}  // namespace

bool is_plain_base(std::string_view symbol) {
  return is_of(symbol, "plain_base");
}

bool may_be_plain_base(std::string_view last) {
  static const std::vector<std::string> all = names().names("plain_base");
  return std::any_of(all.begin(), all.end(), [last](std::string_view each) {
    return each.substr(each.rfind('.') + 1) == last;
  });
}

bool is_dict_class(std::string_view symbol) {
  return is_of(symbol, "dict");
}

bool reads_open_file(std::string_view symbol) {
  return is_of(symbol, "reads_open_file");
}

bool reads_path(std::string_view symbol) {
  return is_of(symbol, "reads_path");
}

bool depends_on_machine(std::string_view symbol) {
  return is_of(symbol, "of_machine");
}

}  // namespace mmlint::facts
