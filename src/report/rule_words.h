#pragma once

#include <span>
#include <string>

#include "base/language.h"
#include "catalog/example.h"
#include "catalog/rule.h"
#include "catalog/target.h"

namespace mmlint::report {

// Returns a text of a rule with the target's facts in it; what only a finding knows stays a name:
// <value>.
std::string target_words(const LocalizedText& words, const catalog::Target& target,
                         Language language);

// Returns why a rule finds something on a target, where nothing is known of the value that is
// found. It is owned by the rule.
const LocalizedText& why_on(const catalog::Rule& rule, const catalog::Target& target);

// Returns the first good or bad example, but one for this target before all others; null if there
// is none.
const catalog::Example* example_of(std::span<const catalog::Example> examples, bool good,
                                   const catalog::Target& target);

}  // namespace mmlint::report
