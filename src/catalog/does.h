#pragma once

#include "base/question.h"
#include "catalog/keys.h"
#include "catalog/literal.h"

namespace mmlint::catalog {

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
  static void keys(auto& x, auto& f) {
    f.may("group", x.group, as::Answers{});
    f.may("runner", x.runner, as::Answers{});
    f.may("handled", x.handled);
    f.may("open", x.open);
    f.may("under", x.under);
    f.may("not_under", x.not_under);
  }
};

// The kinds of things that scripts do (script/summary.h), and launch scripts
// (shell/summary.h), each with what is tested of it and what only it has.
namespace does {

struct Call {  // the argument is tested: by its keyword, else by its position
  static constexpr std::size_t kNoPosition = 1000;  // of one that is given by keyword only
  std::string argument;
  std::size_t position = kNoPosition;  // 0-based
  std::vector<std::string> without;    // arguments that the call must not have
  static void keys(auto& x, auto& f) {
    f.may("argument", x.argument);
    f.may("position", x.position, as::FromOne{});
    f.may("without", x.without);
  }
};
struct Import {                // a package's name means all that is in it; nothing is tested
  bool or_own_kernels = false;  // or a module that the project compiles and that the target lacks
  static void keys(auto& x, auto& f) { f.may("or_own_kernels", x.or_own_kernels); }
};
struct Write {};             // a value written to the loaded config, still there for the Runner
struct Option {              // the default of a command-line option
  std::optional<bool> read;  // may the script use it?
  bool lacks_given = false;  // its choices lack what a launch script gives
  static void keys(auto& x, auto& f) {
    f.may("read", x.read);
    f.may("lacks_given", x.lacks_given);
  }
};
struct Environment {                                  // the value that a variable gets
  std::uint8_t unset = answers::kNo | answers::kYes;  // only where it has no value yet?
  static void keys(auto& x, auto& f) { f.may("only_if_unset", x.unset, as::Unset{}); }
};
struct Store {};   // the value that an attribute of a library or a Runner gets
struct Shadow {};  // an import in a function that makes a name local, and so unbound above it
struct Raises {};  // where a run stops by itself: an assertion, a division, an exit, a raise
struct Loads {     // the value at a key path of the loaded config, if that config is known
  bool possible = false;  // without a known one, of the configs that a command line may name
  static void keys(auto& x, auto& f) { f.may("possible", x.possible); }
};
struct Given {};  // "--launcher": what a launch script gives the script for an option
// Of launch scripts:
struct Launch {      // a program of kLaunchPrograms
  std::string flag;  // the program's option that is tested; may be empty
  static void keys(auto& x, auto& f) { f.may("flag", x.flag); }
};
struct Word {};         // "--amp": an argument of the started script; its value is tested
struct Variable {       // "NCCL_*": the value of an exported variable
  bool unread = false;  // no script of the run mentions it
  static void keys(auto& x, auto& f) { f.may("unread", x.unread); }
};

template <class Kind, class... Kinds>
inline constexpr bool kIsOneOf = (std::is_same_v<Kind, Kinds> || ...);
template <class Kind>
inline constexpr bool kOfShell = kIsOneOf<Kind, Launch, Word, Variable>;
template <class Kind>
inline constexpr bool kHasTests = !kIsOneOf<Kind, Import, Shadow, Raises>;

}  // namespace does

// Something that scripts or launch scripts do, by name.
struct ScriptFact {
  std::variant<does::Call, does::Import, does::Write, does::Option, does::Environment, does::Store,
               does::Shadow, does::Raises, does::Loads, does::Given, does::Launch, does::Word,
               does::Variable>
      kind;
  // How a rule names them, {"call": NAMES, ...}, in the same order.
  static constexpr std::array<std::string_view, 13> kKinds = {
      "call",   "import", "write", "option", "environment", "store",   "shadow",
      "raises", "loads",  "given", "launch", "word",        "variable"};
  Literal names;        // "torch.cuda.set_device", "*.cuda", "torch.cuda.*"; or one "{target.PATH}"
  Literal except = {};  // names among `names` that are left out
  ScriptPlace place;
  // Key path inside the value, or "*" for any value of a dict; what stands there is tested instead.
  std::string within;
  // What is tested of a value that comes from a command-line option: the value, or the option's
  // default or choices.
  enum class Of : std::uint8_t { kValue, kDefault, kChoices } of_option = Of::kValue;
  std::vector<std::string> not_of_type;  // dicts with one of these as `type` do not match
  static void keys(auto& x, auto& f) {
    f.own(x.kind, x.names, x.except, x.place, x.within, x.of_option, x.not_of_type);
  }

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
template <>
inline constexpr std::array<Named<ScriptFact::Of>, 2> kNames<ScriptFact::Of> = {
    {{"default", ScriptFact::Of::kDefault}, {"choices", ScriptFact::Of::kChoices}}};

}  // namespace mmlint::catalog
