#pragma once

#include <span>
#include <string>
#include <vector>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

OnlyIn load_only_in(const Node& node);

// The examples that stand in the file of a rule whose other members are loaded; those that are
// files are read by example_files.h. None may be lacking.
std::vector<Example> load_examples(const Node& node, const Rule& rule,
                                   std::span<const Target> targets);

// The rule has a fix, and not one that is only shown.
bool can_be_applied(const Rule& rule);
// Why the rule is silent about a bad example, whatever stands there; empty if it is not.
std::string never_found(const Rule& rule, const Example& example, std::span<const Target> targets);
// What the examples of a rule lack, empty if nothing: at least one must be bad and one good; if the
// rule has a fix that can be applied, at least one bad one must show what it leaves.
std::vector<std::string> lacking(const Rule& rule, std::span<const Example> examples);

}  // namespace mmlint::catalog
