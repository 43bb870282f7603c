#pragma once

#include <span>
#include <string_view>

#include "catalog/json_reader.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// Loads a file of rules/targets/, called NAME.json. The codes of rules in it are left to
// check_rule_codes(), since targets are loaded before rules.
Target load_target(JsonFile& file);

// These load "severity" and "display", which stand both in a target and in its history.
std::vector<std::pair<std::string, Severity>> load_severities(const Node& node);
Target::Display load_display(const Node& node);

// Notes a fault for a rule that the target file names but that is not among `codes`.
void check_rule_codes(JsonFile& file, std::span<const std::string_view> codes);

}  // namespace mmlint::catalog
