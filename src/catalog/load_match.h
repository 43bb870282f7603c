#pragma once

#include <span>
#include <string_view>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// The tests of a value that stand beside a name; checked, too.
std::vector<ValueTest> load_tests(const Node& node, bool ignore_case,
                                  std::span<const Target> targets);

Match load_match(const Node& node, std::span<const Target> targets);

// A dotted key path of identifiers and list indices; with `pattern` also '*' and '**'.
bool is_key_path(std::string_view path, bool pattern);

}  // namespace mmlint::catalog
