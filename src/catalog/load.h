#pragma once

#include <optional>
#include <span>
#include <string>
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

// Loads and checks the tests of a value, such as "equals". They are members of the same JSON object
// as the key that names what is tested.
std::vector<ValueTest> load_tests(const Node& node, bool ignore_case,
                                  std::span<const Target> targets);

Match load_match(const Node& node, std::span<const Target> targets);

// Returns true for a dotted key path of identifiers and list indices; with `pattern`, '*' and '**'
// are allowed as parts.
bool is_key_path(std::string_view path, bool pattern);

// {"call": NAMES, "argument": NAME, "position": N, tests...}, {"write": KEYS, tests...} and the
// like: something that a script does. Returns nullopt if the node is about something else.
std::optional<Match> load_does(const Node& node, std::span<const Target> targets);

// Returns the keys that load_does() knows: "call", "write" ...
std::span<const std::string_view> script_fact_names();

// Loads the fix of a rule that has this match. `documents` is the kind of documents that the rule
// is about: "config", "script" or "shell". A verb that is not for them is a fault of the file.
RuleFix load_fix(const Node& node, const Match& match, std::string_view documents,
                 const Bindings& bindings);

// Loads how a run fails because of what a rule finds:
// {"stage": NAME, "errors": [{"text": ..., "value": ..., "when": ...}]}.
RunFailure load_failure(const Node& node, const Bindings& bindings);

// Loads {"style": "classic" or "lazy", "why": {"en": ..., "zh": ...}}.
OnlyIn load_only_in(const Node& node);

// Loads the examples in a rule's own file; `rule` holds the other members of that file. It is a
// fault if what lacking() names is missing. Examples that are files are read by example_files.h.
std::vector<Example> load_examples(const Node& node, const Rule& rule,
                                   std::span<const Target> targets);

// Returns true if the rule has a fix that `mmlint fix` may apply, not only display.
bool can_be_applied(const Rule& rule);
// Returns why the rule cannot find anything in an example: it is for the other style of configs, or
// not active on the example's target. Empty if neither is so.
std::string never_found(const Rule& rule, const Example& example, std::span<const Target> targets);
// Returns what the examples of a rule lack, in words; empty if nothing. At least one must be good
// and one bad, and one must show the text after the fix if the rule's fix can be applied.
std::vector<std::string> lacking(const Rule& rule, std::span<const Example> examples);

// Loads a rule file, called CODE-NAME.json, and checks it against all targets of the run. What is
// wrong is noted in the file; the rule returned is then incomplete.
Rule load_rule(JsonFile& file, std::span<const Target> targets);

// Loads a file of rules/targets/, called NAME.json. The codes of rules in it are left to
// check_rule_codes(), since targets are loaded before rules.
Target load_target(JsonFile& file);

// These load "severity" and "display", which a target and an entry of its history may have.
std::vector<std::pair<std::string, Severity>> load_severities(const Node& node);
Target::Display load_display(const Node& node);

// Notes a fault for a rule that the target file names but that is not among `codes`.
void check_rule_codes(JsonFile& file, std::span<const std::string_view> codes);

// Replaces the references of a rule file to its own "define". With "define": {"runner": [...]},
// "$runner" becomes that list wherever a match takes a list. An undefined name and an unused
// definition are faults, which are noted in the file. Must come before the rule is loaded.
void use_definitions(JsonFile& file);

}  // namespace mmlint::catalog
