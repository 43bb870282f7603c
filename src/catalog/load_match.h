#pragma once

#include <span>
#include <string_view>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// Loads the tests of a value, which stand beside the name of what is tested, and checks them.
std::vector<ValueTest> load_tests(const Node& node, bool ignore_case,
                                  std::span<const Target> targets);

Match load_match(const Node& node, std::span<const Target> targets);

// True for a dotted key path of identifiers and list indices; with `pattern` also for '*' and '**'.
bool is_key_path(std::string_view path, bool pattern);

}  // namespace mmlint::catalog
