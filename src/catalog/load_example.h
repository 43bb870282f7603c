#pragma once

#include <span>
#include <vector>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

OnlyIn load_only_in(const Node& node);

// The examples of a rule whose other members are loaded. At least one must be bad and one good; if
// the rule has a fix that can be applied, at least one bad one must show what it leaves.
std::vector<Example> load_examples(const Node& node, const Rule& rule,
                                   std::span<const Target> targets);

}  // namespace mmlint::catalog
