#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// {"call": NAMES, "argument": NAME, "position": N, tests...}, {"write": KEYS, tests...} and the
// like: something that a script does. Returns nullopt if the node is about something else.
std::optional<Match> load_does(const Node& node, std::span<const Target> targets);

// Returns the keys that load_does() knows: "call", "write" ...
std::span<const std::string_view> script_fact_names();

}  // namespace mmlint::catalog
