#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "catalog/rule.h"
#include "catalog/target.h"

// What a rule says and does on one target.
namespace mmlint::catalog {

// The fix of a rule there, for what was found in a form; null if there is none.
const RuleFix* fix_of(const Rule& rule, const Target& target, std::string_view form = {});

// Equal literals; of texts, on request, whatever the case of ASCII letters.
bool same(const Literal& a, const Literal& b, bool ignore_case);

// A match whose operands name facts, with the facts of the target.
Match filled(Match match, const Target& target);

// How far that fix may go, and why no further (null if it is safe). A target may lower what the
// rule says, because it was never tried there, and what is mere information is never applied.
struct Grade {
  Safety safety = Safety::kSafe;
  const Text* why = nullptr;
};
Grade grade_of(const Rule& rule, const Target& target, Severity severity,
               std::string_view form = {});

// The rule's variants for a matched value (null literal if there is none) and a form on a target.
std::vector<const Variant*> variants_of(const Rule& rule, const Target& target,
                                        const Literal& value, std::string_view form = {});

// What a run on the target raises because of a matched value (as above), as its log has it: the
// errors for just this value, else those for any. Unfilled; several are alternatives.
std::vector<const std::string*> errors_of(const RunFailure& failure, const Target& target,
                                          const Literal& value);

}  // namespace mmlint::catalog
