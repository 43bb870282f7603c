#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "catalog/literal.h"

namespace mmlint::catalog {

// What a rule looks for, as its JSON file says it.

class Regex;  // RE2 behind a door, see regex.h

// Facts of a target and the values they must have, by dotted path.
using Facts = std::vector<std::pair<std::string, Literal>>;

// One test of a value. Every test but kAbsent is false where there is no value, negated ones too. A
// list equals a list or tuple with equal items; a lazy reference is tested by its dotted string.
struct ValueTest {
  enum class Kind : std::uint8_t { kAbsent, kPresent, kIs, kEquals, kOneOf, kMatches } kind;
  bool negate = false;
  Literal operand;  // type name, value, list or regex; null for absent, present. But for
                    // kIs it may hold "{target.PATH}", resolved by fill() when a target is known
  std::shared_ptr<const Regex> regex;  // kMatches; knows about ignore_case; null as long as the
                                       // operand is a fact
};

// One kind of thing that scripts do (resolve/script/script.h), by name, and what of it is tested.
struct ScriptFact {
  enum class Kind : std::uint8_t {
    kCall,         // `argument`, else `position`, is tested
    kImport,       // nothing is tested
    kWrite,        // the value that the loaded config gets and has when a Runner is built
    kOption,       // the default of a command-line option
    kEnvironment,  // the value that a variable gets
    kStore,        // the value that an attribute of a library or a Runner gets
  } kind = Kind::kCall;
  Literal names;  // "torch.cuda.set_device", "*.cuda", "torch.cuda.*"; or one "{target.PATH}"
  std::string within;  // key path inside the value: that is tested
  std::string argument;
  std::size_t position = 0;  // 0-based; kNoPosition for one that is given by name only
  static constexpr std::size_t kNoPosition = 1000;
};

// The closed match language of rule files, as a tree. Three-valued: what an unknown value decides
// is neither true nor false, and then nothing is found.
struct Match {
  enum class Kind : std::uint8_t {
    kAll,
    kAny,
    kNot,      // children
    kKey,      // a key path pattern and tests that all hold for its value
    kFacts,    // facts of the target: `facts`
    kConfig,   // a fact of the config as a whole: `name`, see vocabulary.h
    kProblem,  // what the resolver could not load or compute: `name` is its kind
    kCheck,    // a C++ function for what data cannot say: `name`
    kScript,   // a fact of the script as a whole: `name`, see vocabulary.h
    kDoes,     // something that the script does: `does`, and tests that all hold for its value
  } kind = Kind::kAll;
  std::vector<Match> children;
  std::string key;                  // "env_cfg.dist_cfg.backend"; '*' is one part, '**' any number
  std::vector<std::string> except;  // kKey: paths at and below which nothing is matched
  std::vector<ValueTest> tests;     // kKey: at least one
  bool ignore_case = false;         // of ASCII letters, in every test
  std::string name;
  Facts facts;
  ScriptFact does;

  bool tests_absence() const;  // holds when there is no value
  bool has_value() const;      // what it matches has a value
};

// The key matchers, and those of what scripts do, that findings are about, one finding per value
// that they match: the last child of an `all` that has any, every branch of an `any`; none below
// `not`.
std::vector<const Match*> primary_matchers(const Match& match);

}  // namespace mmlint::catalog
