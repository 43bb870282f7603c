#include "facts/accelerators.h"

#include "facts/table.h"

namespace mmlint::facts {
namespace {

const Table& devices() {
  static const Table table("devices");
  return table;
}

const Table& backends() {
  static const Table table("backends");
  return table;
}

}  // namespace

std::vector<std::string> foreign_devices() {
  return devices().names("foreign");
}

bool is_built_in(std::string_view device) {
  return devices().has(device, "built_in");
}

bool counts_cards(std::string_view module) {
  static const Table bridges("bridges");
  return bridges.has(module, "counts_cards");
}

bool is_host_backend(std::string_view backend) {
  return backends().has(backend, "host");
}

std::vector<std::string> host_backends() {
  return backends().names("host");
}

std::vector<std::string> other_card_backends() {
  return backends().names("card");
}

}  // namespace mmlint::facts
