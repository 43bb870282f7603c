#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "catalog/json_reader.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::catalog {

// The placeholders that the texts of a rule may hold between braces.
struct Bindings {
  std::span<const Target> targets;  // all of them must have a fact that is used
  std::vector<std::string_view> captures;
};

// Loads {"en": ..., "zh": ...}; a placeholder that is not bound is a fault.
LocalizedText load_text(const Node& node, const Bindings& bindings);
// Loads one text; a placeholder that is not bound is a fault.
std::string load_sentence(const Node& node, const Bindings& bindings);
// Loads {"en": ..., "zh": ...} without placeholders.
LocalizedText load_plain_text(const Node& node);

// Loads "info", "warning" or "error".
Severity load_severity(const Node& node);

// Loads any value; a string "{target.PATH}" must name a fact of all targets.
Literal load_literal(const Node& node, std::span<const Target> targets);

// Loads {"backends.default": "gloo", ...}, which must be facts of all targets.
Facts load_facts(const Node& node, std::span<const Target> targets);

}  // namespace mmlint::catalog
