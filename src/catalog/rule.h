#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "catalog/literal.h"

namespace mmlint::catalog {

struct Text {
  std::string en;
  std::string zh;
};

class Regex;  // RE2 behind a door, see regex.h

// One test of a value. `operand` may be a string "{target.PATH}", resolved when a target is known.
struct ValueTest {
  enum class Kind : std::uint8_t { kAbsent, kPresent, kIs, kEquals, kOneOf, kMatches } kind;
  bool negate = false;
  Literal operand;                      // type name, value, list or regex; null for absent, present
  std::shared_ptr<const Regex> regex;   // kMatches
};

// The closed match language of rule files, as a tree.
struct Match {
  enum class Kind : std::uint8_t {
    kAll, kAny, kNot,  // children
    kKey,              // a key path pattern and tests that all hold for its value
    kConfig,           // a fact of the config as a whole: `name`
    kProblem,          // what the resolver could not load or compute: `name` is its kind
    kCheck,            // a C++ function for what data cannot say: `name`
  } kind = Kind::kAll;
  std::vector<Match> children;
  std::string key;  // "env_cfg.dist_cfg.backend"; '*' is one part, '**' any number
  std::vector<ValueTest> tests;
  bool ignore_case = false;
  std::string name;
};

// What a fix does; check and fix know the verbs, a rule gives the words.
struct FixAction {
  enum class Verb : std::uint8_t {
    kReplaceValue,    // the matched value becomes `value`
    kAddKey,          // the matched dict gets `key`: `value`
    kEnsureKey,       // key path `key` has `value` in every affected config; `block` if nothing is there
    kEnsureWrapper,   // the wrapper block, as rules.md says under "Placement"
    kClassToString,   // a lazy reference becomes its class name in quotes
  } verb = Verb::kReplaceValue;
  std::string key;
  Literal value;  // a string may be "{target.PATH}"
  Literal block;  // kEnsureKey: the whole top-level value to write when there is none
};

struct RuleFix {
  Text title;
  Safety safety = Safety::kSafe;
  Text why_not_safe;  // required when not safe
  FixAction action;
};

// Where a finding stands: at the matched value, at its key, or at the definition of a top-level key
// (or the file's first statement if nothing defines it).
struct At {
  enum class Kind : std::uint8_t { kValue, kKey, kDefinition } kind = Kind::kValue;
  std::string key;  // kDefinition
};

struct ExampleFile {
  std::string path;  // "configs/a.py"
  std::string bad;   // whole text; for a good example the silent text
  std::string fixed; // empty if the fix does not touch this file
};

struct Example {
  std::string target;
  std::string style;  // "classic" or "lazy"
  bool good = false;  // true: nothing of this rule may be found
  std::vector<ExampleFile> files;
};

// A rule file, validated. The text members may hold {captures} and {target.*}.
struct Rule {
  std::string code, name, since, documents;
  Severity severity = Severity::kError;
  bool on_by_default = true;
  Text summary, message, why;
  Text label;     // behind the carets; may be empty
  std::vector<std::pair<std::string, Literal>> when;  // facts of the target that must hold
  Match match;
  At at;
  std::optional<RuleFix> fix;
  std::vector<Example> examples;
  std::vector<std::string> links;
};

}  // namespace mmlint::catalog
