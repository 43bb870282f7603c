#include "check/config/uses.h"

#include "config/document_kind.h"

namespace mmlint::check {
namespace {

// Returns the path from a value to a part of it that is written at `place`, with a '.' before each
// key; nullopt if it has none.
std::optional<std::string> path_of_part(const Value& value, Span place) {
  if (place.contains(value.span)) return "";
  const auto items = value.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (const auto rest = path_of_part(*items[i], place)) return fmt::format("[{}]{}", i, *rest);
  }
  for (const Entry& entry : value.dict().entries()) {
    if (const auto rest = path_of_part(*entry.value, place))
      return fmt::format(".{}{}", entry.key->text(), *rest);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> key_with(const Value& root, Span place) {
  for (const Entry& entry : root.dict().entries()) {
    if (!config::is_runner_key(entry.key->text())) continue;
    if (const auto rest = path_of_part(*entry.value, place))
      return std::string(entry.key->text()) + *rest;
  }
  return std::nullopt;
}

}  // namespace mmlint::check
