// A top-level key that MMEngine does not read has a name close to that of a key that it reads, and
// no key that is read uses its value; values: that of the key.
// keys: *

#include "base/intern_table.h"
#include "base/text.h"
#include "check/config/predicate.h"
#include "check/config/uses.h"
#include "config/document_kind.h"
#include "value/origin.h"

namespace mmlint::check::predicates {
namespace {

// The name of a top-level key, and the similar key of MMEngine that was most likely meant: null if
// MMEngine reads the name itself, or if no key of MMEngine is similar.
struct KeyName : Pinned {
  using Key = std::string_view;
  KeyName(Key name, std::size_t its_hash) : text(name), hash(its_hash) {
    if (name.empty() || config::is_runner_key(name)) return;
    const auto found = std::ranges::find_if(config::runner_keys(), [name](const std::string& key) {
      return key.front() == name.front() && is_misspelt(name, key);  // the first test is cheap
    });
    if (found != config::runner_keys().end()) meant = &*found;
  }
  bool is(Key name) const { return text == name; }
  static std::size_t hash_of(Key name) { return std::hash<Key>()(name); }

  const std::string text;
  const std::size_t hash;
  const std::string* meant = nullptr;
};

}  // namespace

Answer misspelled_key(const ConfigView& view, const FileSystem&, std::vector<Hit>& hits) {
  const Dict& root = view.root().dict();
  for (const Entry& entry : root.entries()) {
    const std::string_view name = entry.key->text();
    const std::string* meant = InternTable<KeyName>::find(name)->meant;
    if (!meant) continue;
    const Entry* right = root.find(*meant);
    const bool has_both = right && right->origin->key().file == entry.origin->key().file;
    if (has_both || key_with(view.root(), entry.value->span)) continue;
    // If the config has a model_wrapper_cfg, MMEngine reads find_unused_parameters there.
    const Value* wrapper = root.get("model_wrapper_cfg");
    const bool is_inside =
        *meant == "find_unused_parameters" && wrapper && wrapper->kind == Value::Kind::kDict;
    hits.push_back({std::string(name),
                    {entry.value, &entry, false},
                    false,
                    is_inside ? "model_wrapper_cfg." + *meant : *meant});
  }
  return answer(!hits.empty());
}

}  // namespace mmlint::check::predicates
