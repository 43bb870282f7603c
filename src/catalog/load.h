#pragma once

#include "catalog/catalog.h"
#include "catalog/json_reader.h"
#include "catalog/signature.h"

namespace mmlint::catalog {

// Loads a rule file, called CODE-NAME.json, and checks it against all targets of the run.
Rule load_rule(JsonFile& file, std::span<const Target> targets);

// Loads a file of rules/targets/, called NAME.json. The codes of rules in it are left to
// check_rule_codes(), since targets are loaded before rules.
Target load_target(JsonFile& file);
// Notes a fault for a rule that the target file names but that is not among `codes`.
void check_rule_codes(JsonFile& file, const Target& target,
                      std::span<const std::string_view> codes);
// Changes a target to what it was under an earlier release of MMEngine: undoes each entry of its
// history that came with a later release.
void go_back(Target& target, const Version& mmengine);

// Loads a file of rules/logs/, called NAME.json. Codes of rules in it are checked against `codes`;
// its regular expressions may have facts that all targets share (target.h), of which it
// takes those of `any`. What is wrong is noted in the file; the signature is then incomplete.
Signature load_signature(JsonFile& file, std::span<const std::string_view> codes,
                         const Target& any);

// Returns the signatures inside the binary, sorted by name. The first fault is an error that names
// file and key, such as a code that the catalog does not have.
Result<std::vector<Signature>> load_signatures(const Catalog& catalog);

// Returns true if the rule has a fix that `mmlint fix` may apply, not only display.
bool can_be_applied(const Rule& rule);
// Returns why the rule cannot find anything in an example: it is for the other style of configs, or
// not active on the example's target. Empty if neither is so.
std::string never_found(const Rule& rule, const Example& example, std::span<const Target> targets);
// Returns what the examples of a rule lack, in words; empty if nothing. At least one must be good
// and one bad, and one must show the text after the fix if the rule's fix can be applied.
std::vector<std::string> lacking(const Rule& rule, std::span<const Example> examples);

}  // namespace mmlint::catalog
