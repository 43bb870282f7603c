#include "facts/libraries.h"

#include "facts/table.h"

namespace mmlint::facts {
namespace {

const Table& names() {
  static const Table table("library_names");
  return table;
}

std::string_view first_part(std::string_view dotted) {
  return dotted.substr(0, dotted.find('.'));
}

const Table& modules_without_group() {
  static const Table table("modules_without_group");
  return table;
}

const Table& packages() {
  static const Table table("config_packages");
  return table;
}

}  // namespace

bool is_plain_base(std::string_view symbol) {
  return names().has(symbol, "plain_base");
}

bool is_empty_module(std::string_view symbol) {
  return names().has(symbol, "empty_module");
}

bool is_dict_class(std::string_view symbol) {
  return names().has(symbol, "dict");
}

bool reads_open_file(std::string_view symbol) {
  return names().has(symbol, "reads_open_file");
}

bool reads_path(std::string_view symbol) {
  return names().has(symbol, "reads_path");
}

bool depends_on_machine(std::string_view symbol) {
  return names().has(symbol, "of_machine");
}

std::vector<std::string> names_in(std::string_view module) {
  std::vector<std::string> out;
  for (const std::string& each : names().names()) {
    const std::size_t dot = each.rfind('.');
    if (dot != each.npos && each.compare(0, dot, module) == 0) out.push_back(each.substr(dot + 1));
  }
  return out;
}

bool is_python_function(std::string_view dotted) {
  static const Table table("standard_functions");
  return table.has(dotted);
}

bool is_standard_module(std::string_view dotted) {
  static const Table table("standard_modules");
  return table.has(first_part(dotted));
}

bool is_frozen_module(std::string_view dotted) {
  static const Table table("frozen_modules");
  return table.has(first_part(dotted));
}

bool makes_group_itself(std::string_view dotted) {
  static const Table table("modules_with_group");
  return table.has(dotted);
}

bool makes_no_group(std::string_view dotted) {
  return is_standard_module(dotted) ||
         (modules_without_group().has(first_part(dotted)) && !makes_group_itself(dotted));
}

bool has_models(std::string_view dotted) {
  return modules_without_group().has(first_part(dotted), "models");
}

bool has_own_configs(std::string_view dotted) {
  static const Table table("config_loaders");
  return table.has(first_part(dotted));
}

std::vector<std::string> config_packages() {
  return packages().names();
}

std::optional<std::string> distribution_of(std::string_view module) {
  const std::vector<std::string> kinds = packages().kinds(module);
  return kinds.empty() ? std::nullopt : std::optional(kinds.front());
}

}  // namespace mmlint::facts
