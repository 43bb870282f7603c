#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "catalog/rule.h"
#include "catalog/target.h"

// What a rule says and does on one target.
namespace mmlint::catalog {

// Returns the fix of a rule on a target, for what was found in a form; null if there is none.
const RuleFix* fix_of(const Rule& rule, const Target& target, std::string_view form = {});

// True for equal literals; with `ignore_case` texts are equal whatever the case of ASCII letters.
bool same(const Literal& a, const Literal& b, bool ignore_case);

// Returns a match in which operands that name facts are replaced by the target's facts.
Match filled(Match match, const Target& target);

// How far the fix of a rule may go, and why no further; no reason if it is safe. A target may lower
// what the rule says, because it was never tried there. What is only information is never applied.
struct Grade {
  Safety safety = Safety::kSafe;
  const LocalizedText* why = nullptr;
};
Grade grade_of(const Rule& rule, const Target& target, Severity severity,
               std::string_view form = {});

// Returns the variants of a rule for a matched value (a null literal if there is none) and a form.
std::vector<const Variant*> variants_of(const Rule& rule, const Target& target,
                                        const Literal& value, std::string_view form = {});

// What a run on the target raises because of a matched value (as above), as its log has it: the
// errors for just this value, else those for any. Unfilled; several are alternatives.
std::vector<const std::string*> errors_of(const RunFailure& failure, const Target& target,
                                          const Literal& value);

}  // namespace mmlint::catalog
