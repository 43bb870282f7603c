#include "check/config/uses.h"

#include "config/document_kind.h"

namespace mmlint::check {
namespace {

bool has_part(const Value& value, Span place) {
  if (place.contains(value.span)) return true;
  const auto items = value.items();
  if (std::ranges::any_of(items, [&](const Value* item) { return has_part(*item, place); }))
    return true;
  const auto entries = value.dict().entries();
  return std::ranges::any_of(entries,
                             [&](const Entry& entry) { return has_part(*entry.value, place); });
}

}  // namespace

bool is_used(const Value& root, Span place) {
  const auto entries = root.dict().entries();
  return std::ranges::any_of(entries, [&](const Entry& entry) {
    return config::is_runner_key(entry.key->text()) && has_part(*entry.value, place);
  });
}

}  // namespace mmlint::check
