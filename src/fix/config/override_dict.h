#pragma once

#include <string>
#include <utility>
#include <vector>

#include "check/finding.h"
#include "fix/plan.h"

namespace mmlint::fix {

// What is to become of one dict of a config.
struct Changes {
  const Value* dict = nullptr;  // null if the matched key is in none
  std::vector<std::pair<std::string, catalog::Literal>> set;
  std::vector<std::string> drop;
  std::vector<std::pair<std::string, std::string>> rename;
};

// The key path without its last part; empty for a top-level key.
std::string parent_key(std::string_view key_path);

// The dict that a matched key is in, and what the fix makes of it.
Changes changes_of(const check::Finding& finding, const check::Hit& hit, const Value& root);

// The edits that make these changes to the dict at a key path in the config's own file, whatever
// its bases set. Classic: the whole dict with `_delete_=True`; lazy: statements that act on the
// inherited one. Empty with a reason if impossible.
std::vector<TextEdit> override_dict(const config::Resolved& config, const std::string& path,
                                    const Changes& changes, const Context& context,
                                    std::string& reason);

}  // namespace mmlint::fix
