// A list that a base gives a name is used by a key that the Runner reads, and no such key uses the
// list that takes its place under that name; values: that list.
// keys: *

#include "check/config/predicate.h"
#include "check/config/uses.h"
#include "config/document_kind.h"
#include "value/origin.h"

namespace mmlint::check::predicates {

Answer override_without_effect(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  for (const Entry& entry : view.root().dict().entries()) {
    const Value& own = *entry.value;
    const Origin* before = entry.origin->shadows();
    if (!own.is_sequence() || !before || config::is_runner_key(entry.key->text())) continue;
    const Value* old = before->set();
    const bool is_other = old && old->is_sequence() && !equal(*old, own);
    if (!is_other || key_with(view.root(), own.span)) continue;  // mostly found early
    if (const auto key = key_with(view.root(), old->span))
      hits.push_back({std::string(entry.key->text()), {&own, &entry, false}, false, *key});
  }
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates
