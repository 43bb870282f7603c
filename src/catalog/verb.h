#pragma once

#include "catalog/keys.h"
#include "catalog/script_verb.h"
#include "catalog/shell_verb.h"

namespace mmlint::catalog {

// The verbs of rule files, {"do": NAME}, each with the words that a rule gives it. A string in a
// literal may be "{target.PATH}". Those for scripts are in script_verb.h, those for launch
// scripts in shell_verb.h, their names in rule_fix.h, and what they do is in fix/plan.cc.
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

// Gives the configs, or a Runner that a script builds from arguments, the model_wrapper_cfg that
// they need.
struct EnsureWrapper {};

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

}  // namespace verb

}  // namespace mmlint::catalog
