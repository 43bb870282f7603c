#pragma once

#include <span>
#include <string_view>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// Loads and checks the tests of a value, such as "equals". In the JSON object they stand beside the
// key that names what is tested.
std::vector<ValueTest> load_tests(const Node& node, bool ignore_case,
                                  std::span<const Target> targets);

Match load_match(const Node& node, std::span<const Target> targets);

// Returns true for a dotted key path of identifiers and list indices; with `pattern`, '*' and '**'
// are allowed as parts.
bool is_key_path(std::string_view path, bool pattern);

}  // namespace mmlint::catalog
