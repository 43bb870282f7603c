#pragma once

#include "fix/plan.h"

namespace mmlint::fix {

// What is to become of one dict of a config.
struct DictChanges {
  const Value* dict = nullptr;  // null if the matched key is in none
  std::vector<std::pair<std::string, catalog::Literal>> set;
  std::vector<std::string> drop;
  std::vector<std::pair<std::string, std::string>> rename;  // old and new key
};

// Returns the key path without its last part; an empty one for a top-level key.
std::string parent_key(std::string_view key_path);

// Returns the dict that a matched key is in, and what the fix of the finding makes of it; the fix
// must be one that changes or removes entries. `root` is the config, which owns the dict.
DictChanges changes_of(const check::Finding& finding, const check::Hit& hit, const Value& root);

// Returns the refusal for a matched key in a list, of which a leaf cannot override a part.
tl::unexpected<Refusal> refuse_as_in_list();

// Returns the edits that make these changes to the dict at a key path in the config's own file,
// whatever its bases set. A classic config gets the whole dict, with `_delete_=True` if it inherits
// one; a lazy config gets statements that act on the inherited dict.
OrRefusal<std::vector<TextEdit>> override_dict(const config::Resolved& config,
                                               const std::string& path, const DictChanges& changes,
                                               const Context& context);

}  // namespace mmlint::fix
