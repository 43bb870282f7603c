#pragma once

#include <span>
#include <string>
#include <vector>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// Loads {"style": "classic" or "lazy", "why": {"en": ..., "zh": ...}}.
OnlyIn load_only_in(const Node& node);

// Loads the examples in a rule's own file; `rule` holds the other members of that file. It is a
// fault if what lacking() names is missing. Examples that are files are read by example_files.h.
std::vector<Example> load_examples(const Node& node, const Rule& rule,
                                   std::span<const Target> targets);

// Returns true if the rule has a fix that `mmlint fix` may apply, not only display.
bool can_be_applied(const Rule& rule);
// Returns why the rule cannot find anything in an example: it is for the other style of configs, or
// not active on the example's target. Empty if neither is so.
std::string never_found(const Rule& rule, const Example& example, std::span<const Target> targets);
// Returns what the examples of a rule lack, in words; empty if nothing. At least one must be good
// and one bad, and one must show the text after the fix if the rule's fix can be applied.
std::vector<std::string> lacking(const Rule& rule, std::span<const Example> examples);

}  // namespace mmlint::catalog
