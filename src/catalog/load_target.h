#pragma once

#include <span>
#include <string_view>

#include "catalog/json_reader.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// A file of rules/targets/, called NAME.json. The rule codes it names are not checked yet.
Target load_target(JsonFile& file);

// These two load members that a target has, and its history as well.
std::vector<std::pair<std::string, Severity>> load_severities(const Node& node);
Target::Display load_display(const Node& node);

// Notes a fault for a rule that the target names and that is none of these.
void check_rule_codes(JsonFile& file, std::span<const std::string_view> codes);

}  // namespace mmlint::catalog
