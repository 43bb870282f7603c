#pragma once

#include "catalog/keys.h"
#include "catalog/shell_verb.h"

namespace mmlint::catalog {

// The verbs of rule files, {"do": NAME}, each with the words that a rule gives it. A string in a
// literal may be "{target.PATH}". Those for launch scripts are in shell_verb.h, their names in
// rule_fix.h, and what they do is in fix/plan.cc.
namespace verb {

// Literals by key, in the order of the rule file.
using ByKey = std::vector<std::pair<std::string, Literal>>;

// Nothing is changed: the title says what to do.
struct Show {};

// For configs and scripts.

// Replaces the matched value by `value` or, if the rule has `values`, by what they have for it; a
// value that they lack gets no fix. The old text from `keep_from` on stays behind the new value:
// the ":0" of "cuda:0". With `nearest` it is the name that the finding asks "did you mean" of.
struct ReplaceValue {
  Literal value;
  ByKey values;  // by the matched value
  std::string keep_from;
  bool nearest = false;
  static void keys(auto& x, auto& f) {
    f.may("value", x.value);
    f.may("values", x.values);
    f.may("keep_from", x.keep_from);
    f.may("nearest", x.nearest);
  }
};

// Adds a key to the matched dict.
struct AddKey {
  std::string key;
  Literal value;
  static void keys(auto& x, auto& f) {
    f.must("key", x.key, kKeyPath);
    f.must("value", x.value);
  }
};

// For configs.

// Makes a key path have this value in every affected config.
struct EnsureKey {
  std::string key;
  Literal value;
  Literal block;  // the whole top-level value to write where the config lacks that
  static void keys(auto& x, auto& f) {
    f.must("key", x.key, kKeyPath);
    f.must("value", x.value);
    f.may("block", x.block);
  }
};

// Sets some entries of the dict that holds the matched key, and removes others.
struct ChangeEntries {
  ByKey set;
  std::vector<std::string> drop;
  static void keys(auto& x, auto& f) {
    f.may("set", x.set);
    f.may("drop", x.drop);
  }
};

// Removes the matched key, or renames it if `rename` has a new name for it.
struct RemoveKey {
  std::vector<std::pair<std::string, std::string>> rename;  // old and new name
  static void keys(auto& x, auto& f) { f.may("rename", x.rename); }
};

// Moves the matched value to another key path, and removes the top-level key that it stood below if
// that held nothing else.
struct MoveValue {
  std::string key;
  static void keys(auto& x, auto& f) { f.must("key", x.key, kKeyPath); }
};

struct EnsureWrapper {};       // gives the configs the model_wrapper_cfg that they need
struct ClassToString {};       // makes a lazy reference its class name in quotes
struct ImportProcessGroup {};  // adds a module that makes the process group, and its import

// For configs, on the text where the finding stands.

struct RemoveText {};      // removes the byte order mark
struct RemoveArgument {};  // removes the dict entry with the reported key
// Removes the quotes of a string that is only a template; in a launch script those of the delimiter
// of a here-document.
struct DropQuotes {};
struct UseBaseName {};        // writes a base's variable as its style has it
struct RemoveSuppression {};  // removes one code of a comment, or all of the comment

// For scripts.

// Makes the script create the process group, in place of the call that is found or in front of what
// builds a Runner.
struct MakeProcessGroup {};

// Replaces two arguments of a call by `value` on hosts without CUDA: `OLD if
// torch.cuda.is_available() else VALUE`. Of `argument` and `with`, those are replaced that the call
// or a dict that it spreads has; the finding is about one of them.
struct ReplaceArgument {
  Literal value;
  std::string argument, with;
  std::size_t position = 0, with_position = 0;  // 0-based
  static void keys(auto& x, auto& f) {
    f.must("value", x.value);
    f.must("argument", x.argument);
    f.must("position", x.position, as::FromOne{});
    f.must("with", x.with);
    f.must("with_position", x.with_position, as::FromOne{});
  }
};

// Adds to a call the arguments that it lacks. With `replace` those that it has get the texts as
// well, in which {argument} is the old text.
struct AddArguments {
  std::vector<std::pair<std::string, std::string>> arguments;  // name and Python text
  std::string import;                                          // the module that the texts need
  bool replace = false;
  static void keys(auto& x, auto& f) {
    f.must("arguments", x.arguments);
    f.may("import", x.import);
    f.may("replace", x.replace);
  }
};

// Makes d.setdefault(x, y) d[x] = y, and removes the `if x not in d:` around d[x] = y.
struct AssignAlways {};
struct SetDefault {};    // makes os.environ[x] = y os.environ.setdefault(x, y)
struct GiveFlag {};      // passes a flag of the script, ScriptHit::name, in the launch script
struct RemoveImport {};  // removes an import in a function
struct Guard {};         // puts `if torch.cuda.is_available():` in front of a call

struct AskCuda {};       // has a device be CUDA only where torch.cuda.is_available() is true

// Imports the vendor's bridge in the entry script: these lines, a list of texts. On targets with a
// bridge this is the fix of other rules too.
struct ImportBridge {
  Literal lines;
  std::vector<std::string> mends;  // the codes of those rules
  static void keys(auto& x, auto& f) {
    f.must("lines", x.lines);
    f.must("mends", x.mends);
  }
};

}  // namespace verb

}  // namespace mmlint::catalog
