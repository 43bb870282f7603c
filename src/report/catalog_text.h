#pragma once

#include <span>
#include <string>

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

}  // namespace mmlint::report
