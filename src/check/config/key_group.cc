#include "check/config/key_group.h"

namespace mmlint::check {

Answer find_incomplete(const ConfigView& view, const KeyGroup& group, std::vector<Hit>& hits) {
  Hit hit;
  std::string missing;
  bool unknown = false;
  for (const std::string_view key : group) {
    const FoundValue found = value_at(view.root(), key);
    unknown = unknown || found.unknown || (view.partial && !found.value);
    const bool is_set = found.value && found.value->kind != Value::Kind::kNone;
    if (!is_set) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", key);
    if (is_set && hit.key.empty()) {
      hit.key = key;
      hit.found = found;
    } else if (found.value) {
      hit.places.push_back({place(*config::definer(found.entry->origin)),
                            is_set ? LocalizedText{"is set here", "在这里设置"}
                                   : LocalizedText{"is None here", "在这里是 None"}});
    }
  }
  if (unknown) return Answer::kUnknown;
  if (hit.key.empty() || missing.empty()) return Answer::kNo;
  hit.captures["missing"] = missing;
  hits.push_back(std::move(hit));
  return Answer::kYes;
}

}  // namespace mmlint::check
