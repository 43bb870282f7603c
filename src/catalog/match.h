#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/question.h"
#include "catalog/literal.h"

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
};

// A set of answers to a question about the paths to a place, as bits: "no" on every path, "yes" on
// every path (must), or "maybe": "yes" on some of them only.
namespace answers {
inline constexpr std::uint8_t kNo = 1, kMaybe = 2, kYes = 4, kAny = 7;
}

// What must hold at the place of a script where something is done.
struct ScriptPlace {
  std::uint8_t group = answers::kAny;      // is there a process group?
  std::uint8_t runner = answers::kAny;     // is there a Runner?
  std::optional<bool> handled;             // in a `try` that goes on after an exception?
  std::optional<bool> open;                // in a branch on a condition of which nothing is known?
  std::vector<QuestionPattern> under;      // a condition around it asks one of these
  std::vector<QuestionPattern> not_under;  // no condition around it asks any
};

// The kinds of things that scripts do (script/summary.h), and launch scripts
// (shell/summary.h), each with what is tested of it and what only it has.
namespace does {

struct Call {  // the argument is tested: by its keyword, else by its position
  static constexpr std::size_t kNoPosition = 1000;  // of one that is given by keyword only
  std::string argument;
  std::size_t position = kNoPosition;  // 0-based
  std::vector<std::string> without;    // arguments that the call must not have
};
struct Import {};            // a package's name means all that is in it; nothing is tested
struct Write {};             // a value written to the loaded config, still there for the Runner
struct Option {              // the default of a command-line option
  std::optional<bool> read;  // may the script use it?
  bool lacks_given = false;  // its choices lack what a launch script gives
};
struct Environment {                                  // the value that a variable gets
  std::uint8_t unset = answers::kNo | answers::kYes;  // only where it has no value yet?
};
struct Store {};   // the value that an attribute of a library or a Runner gets
struct Shadow {};  // an import in a function that makes a name local, and so unbound above it
struct Raises {};  // where a run stops by itself: an assertion, a division, an exit, a raise
struct Loads {};   // the value at a key path of the loaded config, if that config is known
struct Given {};   // "--launcher": what a launch script gives the script for an option
// Of launch scripts:
struct Launch {      // a program of kLaunchPrograms
  std::string flag;  // the program's option that is tested; may be empty
};
struct Word {};         // "--amp": an argument of the started script; its value is tested
struct Variable {       // "NCCL_*": the value of an exported variable
  bool unread = false;  // no script of the run mentions it
};

}  // namespace does

// Something that scripts or launch scripts do, by name.
struct ScriptFact {
  std::variant<does::Call, does::Import, does::Write, does::Option, does::Environment, does::Store,
               does::Shadow, does::Raises, does::Loads, does::Given, does::Launch, does::Word,
               does::Variable>
      kind;
  Literal names;        // "torch.cuda.set_device", "*.cuda", "torch.cuda.*"; or one "{target.PATH}"
  Literal except = {};  // names among `names` that are left out
  ScriptPlace place;
  std::string within;  // key path inside the value; what stands there is tested instead
  // What is tested of a value that comes from a command-line option: the value, or the option's
  // default or choices.
  enum class Of : std::uint8_t { kValue, kDefault, kChoices } of_option = Of::kValue;
  std::vector<std::string> not_of_type;  // dicts with one of these as `type` do not match

  template <class Kind>
  bool is() const {
    return std::holds_alternative<Kind>(kind);
  }
  template <class Kind>
  const Kind* as() const {
    return std::get_if<Kind>(&kind);
  }
  bool of_shell() const { return is<does::Launch>() || is<does::Word>() || is<does::Variable>(); }
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

  bool tests_absence() const;  // true if it holds where there is no value
  bool has_value() const;      // true if what it matches has a value
};

// Returns the matchers that findings are about, one finding for each value that they match. These
// are matchers of keys and of what scripts do: of an `all` those of the last child that has any, of
// an `any` those of every child, of a `not` none.
std::vector<const Match*> primary_matchers(const Match& match);

}  // namespace mmlint::catalog
