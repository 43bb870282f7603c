#pragma once

#include "catalog/target.h"

// What a rule says and does on one target.
namespace mmlint::catalog {

// A form is a special case that a predicate of launch scripts or a problem tells
// apart, or the name of a variable; it is empty for all other findings. Pointers returned here are
// owned by the rule, the failure or the target.

// Returns the fix of a rule on a target, for a finding in a form: the import of the target's bridge
// if that mends what the rule finds, else the fix of the first variant that has one and fits, else
// the rule's own fix. Null if the rule has no fix there.
const RuleFix* fix_of(const Rule& rule, const Target& target, std::string_view form = {});
// Returns the same without the bridge, as behind a bridge.
const RuleFix* own_fix_of(const Rule& rule, const Target& target, std::string_view form = {});

// Returns true for equal literals; `ignore_case` ignores the case of ASCII letters in two strings.
bool same(const Literal& a, const Literal& b, bool ignore_case);

// Returns a regular expression of a rule in which each "{target.PATH}" is replaced: by a fact that
// is a regular expression, or by "(a|b)" for one that is a list of texts. Fails if the target has
// no such fact.
Result<std::string> fill_pattern(std::string_view pattern, const Target& target);

// Returns a match in which names and operands "{target.PATH}" are replaced by the target's facts.
Match filled(Match match, const Target& target);

// Returns a match without what the target's facts decide: it holds for the same documents there,
// with the same hits. What holds for none is {"facts": ...} alone.
Match decided(Match match, const Target& target);

// How freely a fix may be applied, and why not more freely; no reason if it is safe.
struct Grade {
  Safety safety = Safety::kSafe;
  const LocalizedText* why = nullptr;
};
// Returns the grade of a fix of the rule. It is the one that the rule gives, but
// lower where the target says so (Target::display, Target::unsafe), and kDisplay for findings of
// severity kInfo unless the user has `asked` for this rule.
Grade grade_of(const Rule& rule, const RuleFix& fix, const Target& target, Severity severity,
               bool asked = false);

// Returns the variants of a rule that fit a matched value (a null literal if there is none), the
// target and a form.
std::vector<const Variant*> variants_of(const Rule& rule, const Target& target,
                                        const Literal& value, std::string_view form = {});

// Returns the errors that the log of a run on the target shows because of a matched value (as
// above) or in a form: those for just this value or form, else those for any. Several are
// alternatives. Their placeholders are not filled in.
std::vector<const std::string*> errors_of(const RunFailure& failure, const Target& target,
                                          const Literal& value, std::string_view form = {});

}  // namespace mmlint::catalog
