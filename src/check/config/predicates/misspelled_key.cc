// A top-level key that MMEngine does not read has nearly the name of one that it does, and no key
// that is read uses its value; values: that of the key.
// keys: *

#include "base/text.h"
#include "check/config/predicate.h"
#include "check/config/uses.h"
#include "config/document_kind.h"
#include "value/origin.h"

namespace mmlint::check::predicates {
namespace {

// Short names are near to too many words, and one with a number is one of several. The first letter
// is rarely wrong, and most pairs of names differ in it.
bool is_typo(std::string_view name, std::string_view meant) {
  if (name.front() != meant.front()) return false;
  constexpr std::size_t kShortest = 7, kOneEdit = 10;
  const std::size_t longer = std::max(name.size(), meant.size());
  if (longer - std::min(name.size(), meant.size()) > 2) return false;
  if (meant.size() < kShortest || (name.back() >= '0' && name.back() <= '9')) return false;
  return edit_distance(name, meant) <= (meant.size() < kOneEdit ? 1 : 2);
}

}  // namespace

Answer misspelled_key(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  const Dict& root = view.root().dict();
  for (const Entry& entry : root.entries()) {
    const std::string_view name = entry.key->text();
    if (name.empty() || config::is_runner_key(name)) continue;
    const auto meant = std::ranges::find_if(
        config::runner_keys(), [name](const std::string& key) { return is_typo(name, key); });
    if (meant == config::runner_keys().end()) continue;
    const Entry* right = root.find(*meant);
    const bool has_both = right && right->origin->key().file == entry.origin->key().file;
    if (!has_both && !is_used(view.root(), entry.value->span))
      hits.push_back({std::string(name), {entry.value, &entry, false}, false, *meant});
  }
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates
