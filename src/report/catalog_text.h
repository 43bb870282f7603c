#pragma once

#include "catalog/catalog.h"

namespace mmlint::report {

// These functions return what `mmlint rules` and `mmlint targets` print: the catalog as text, in
// lines of about 100 columns.

// Lists the rules, one on each line: code, severity, the grade of its fix, name and summary.
std::string list_rules(const catalog::Catalog& catalog, Language language);
// Explains one rule as it is on this target: why, the fix, and of `examples` a bad one before and
// after the fix and a good one.
std::string explain_rule(const catalog::Rule& rule, std::span<const catalog::Example> examples,
                         const catalog::Catalog& catalog, const catalog::Target& target,
                         Language language);

// Lists the targets, one on each line; `standard` is the one that is taken when none is named.
std::string list_targets(const catalog::Catalog& catalog, std::string_view standard,
                         Language language);
// Explains one target: every fact with its source, and where its rules differ from the others'.
std::string explain_target(const catalog::Target& target, const catalog::Catalog& catalog,
                           Language language);

// What a rule says of itself on one target, for formats that carry the help of rules.
struct RuleHelp {
  std::string code, name, summary, why;
  Severity severity = Severity::kError;  // on that target
  std::string text;                      // what `mmlint rules CODE` prints
  std::string markdown;                  // why, the fix, an example before and after
};

// Returns the help of a rule; its examples are those of which `mmlint rules` shows some.
RuleHelp help_of(const catalog::Rule& rule, std::span<const catalog::Example> examples,
                 const catalog::Catalog& catalog, const catalog::Target& target, Language language);

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
