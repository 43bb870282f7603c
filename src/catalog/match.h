#pragma once

#include "catalog/does.h"

namespace mmlint::catalog {

// What a rule looks for, as its JSON file says it.

class Regex;  // wraps RE2, see regex.h

// Facts of a target and the values they must have, by dotted path.
using Facts = std::vector<std::pair<std::string, Literal>>;

// One test of a value. Every test but kAbsent is false where there is no value, negated ones too. A
// list equals a list or tuple with equal items; a lazy reference is tested by its dotted string.
struct ValueTest {
  enum class Kind : std::uint8_t { kAbsent, kPresent, kIs, kEquals, kOneOf, kMatches } kind;
  bool negate = false;
  Literal operand;  // type name, value, list or regex; null for absent and present. Except for
                    // kIs it may hold "{target.PATH}", which filled() of on_target.h replaces
  std::shared_ptr<const Regex> regex;  // kMatches; compiled with ignore_case; null as long as the
                                       // operand is "{target.PATH}"
  static void keys(auto& x, auto& f) { f.own(x.kind, x.negate, x.operand, x.regex); }
};

// The closed match language of rule files, as a tree. It is three-valued: a match that depends on
// an unknown value is neither true nor false, and then nothing is found.
struct Match {
  enum class Kind : std::uint8_t {
    kAll,
    kAny,
    kNot,      // children
    kKey,      // a key path pattern and tests that all hold for its value
    kFacts,    // facts of the target: `facts`
    kConfig,   // a fact of the config as a whole: `name`, see vocabulary.h
    kProblem,  // what the resolver could not load or compute: `name` is its kind
    kCheck,    // a C++ function, for what data cannot say: `name`, see vocabulary.h
    kScript,   // a fact of the script as a whole: `name`, see vocabulary.h
    kDoes,     // something that a script does: `does`, and tests that all hold for its value
  } kind = Kind::kAll;
  std::vector<Match> children;
  std::string key;                  // "env_cfg.dist_cfg.backend"; '*' is one part, '**' any number
  std::vector<std::string> except;  // kKey: paths at and below which nothing is matched
  std::vector<ValueTest> tests;     // kKey: at least one
  bool ignore_case = false;         // of ASCII letters, in every test
  std::string name;
  Facts facts;
  ScriptFact does;

  static void keys(auto& x, auto& f) {
    f.own(x.kind, x.children, x.key, x.except, x.tests, x.ignore_case, x.name, x.facts, x.does);
  }

  bool tests_absence() const;  // true if it holds where there is no value
  bool has_value() const;      // true if what it matches has a value
};

// Returns the matchers that findings are about, one finding for each value that they match. These
// are matchers of keys and of what scripts do, and predicates that find values: of an `all` those
// of the last child that has any, of an `any` those of every child, of a `not` none.
std::vector<const Match*> primary_matchers(const Match& match);

}  // namespace mmlint::catalog
