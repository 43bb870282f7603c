#pragma once

#include <string>
#include <utility>
#include <vector>

#include "check/finding.h"
#include "fix/plan.h"

namespace mmlint::fix {

// What is to become of one dict of a config.
struct DictChanges {
  const Value* dict = nullptr;  // null if the matched key is in none
  std::vector<std::pair<std::string, catalog::Literal>> set;
  std::vector<std::string> drop;
  std::vector<std::pair<std::string, std::string>> rename;  // old and new key
};

// The key path without its last part; empty for a top-level key.
std::string parent_key(std::string_view key_path);

// The dict that a matched key is in, and what the finding's fix makes of it, which must change or
// remove entries. `root` is the config, which owns the dict.
DictChanges changes_of(const check::Finding& finding, const check::Hit& hit, const Value& root);

// The refusal where a matched key is in a list, which a leaf cannot override in part.
tl::unexpected<Refusal> refuse_as_in_list();

// The edits that make these changes to the dict at a key path in the config's own file, whatever
// its bases set. Classic: the whole dict with `_delete_=True`; lazy: statements that act on the
// inherited one.
OrRefusal<std::vector<TextEdit>> override_dict(const config::Resolved& config,
                                               const std::string& path, const DictChanges& changes,
                                               const Context& context);

}  // namespace mmlint::fix
