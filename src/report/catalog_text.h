#pragma once

#include <span>
#include <string>

#include "catalog/catalog.h"

namespace mmlint::report {

// What `mmlint rules` and `mmlint targets` print: the catalog as text, in lines of about 100
// columns.

// One line per rule: code, severity, the grade of its fix, name and summary.
std::string list_rules(const catalog::Catalog& catalog, Language language);
// Everything about one rule, as it speaks on this target: why, the fix, and of `examples` a bad one
// before and after and a good one.
std::string explain_rule(const catalog::Rule& rule, std::span<const catalog::Example> examples,
                         const catalog::Catalog& catalog, const catalog::Target& target,
                         Language language);

// One line per target; `standard` is the one that is taken when nobody names one.
std::string list_targets(const catalog::Catalog& catalog, std::string_view standard,
                         Language language);
// Every fact about one target with its source, and what its rules say otherwise.
std::string explain_target(const catalog::Target& target, const catalog::Catalog& catalog,
                           Language language);

}  // namespace mmlint::report
