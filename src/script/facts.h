#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "script/alternatives.h"

// What a training script does, as plain data. That something is listed is a may fact: some path
// does it. What holds on all paths that do it is a must fact, and stands in its ProgramPoint. A
// value is a list of what it may be.
namespace mmlint::script {

// On which of the paths to a place something has happened. Only kNone and kAll are must facts.
enum class OnPaths : std::uint8_t { kNone, kSome, kAll };

// What is known of the run where a fact stands.
struct ProgramPoint {
  Guard guard;           // must hold here
  bool handled = false;  // must: inside a `try` that goes on after an exception
  bool open = false;     // must: in a branch whose condition nothing is known of
  bool reached = true;   // may: the run gets here from the script's first line, if not stopped
  Span built_as = {};    // not reached, but in this class, which a registry may build
  OnPaths group = OnPaths::kNone;   // whether the default process group has been made
  OnPaths runner = OnPaths::kNone;  // whether a Runner has been built
  friend bool operator==(const ProgramPoint&, const ProgramPoint&) = default;
};

// An argument of a call.
struct Argument {
  std::string name;  // empty for a positional one
  Span span;         // the keyword included
  Alternatives value;
};

// A call of something that has a name. A method of an unknown object is "?.name".
struct Call {
  std::string symbol;         // of the callee; see symbols.h
  Span span;                  // the whole call
  Span callee;                // what stands before the parentheses
  Span statement;             // the simple statement around it, or the head of the compound one
  bool is_statement = false;  // the call is all of that statement
  std::vector<Argument> arguments;
  bool more = false;  // arguments of * or ** are not known, and left out
  bool own = false;   // the project defines what is called
  int loops = 0;      // how many loops enclose it, those of its callers too
  ProgramPoint point;

  // The argument of this keyword, else the positional one at this 0-based position; null if there
  // is neither. It belongs to the call.
  const Argument* argument(std::string_view name, std::size_t position) const;
};

// A change of the loaded config: cfg.a.b = v, cfg['a'], update, pop, del, setattr.
struct ConfigWrite {
  std::string key;     // the key path
  Alternatives value;  // empty if the key is removed
  Span span;           // the statement or call
  Span target;         // the part of it that names the key
  ProgramPoint point;
  bool only_if_absent = false;  // setdefault: the loaded value stays if there is one
};

// The construction of a Runner, with the definitions of the config's keys that reach it.
struct Build {
  // The reaching definitions of a key: a may fact.
  struct Definitions {
    std::vector<std::size_t> writes;  // indexes in Summary::writes, none twice
    bool as_loaded = false;           // the value of the file reaches it too
  };
  std::size_t call;                         // index in Summary::calls
  std::map<std::string, Definitions> keys;  // by key path; what is not there is as the file says
};

// An option of the command line: parser.add_argument.
struct Option {
  std::vector<std::string> names;  // as they are written: "--launcher", "config"
  std::string dest;                // its attribute of what parse_args returns
  Alternatives default_value;      // empty if none is given
  Alternatives choices;            // empty if any value is allowed
  Span span;
  bool is_flag = false;              // it takes no value: action='store_true' and its like
  std::optional<std::size_t> words;  // how many words it takes; nullopt: not known, or any number
  bool required = false;             // positional, or required=True
  bool is_read = true;               // may: some code may use what was given
};

// An assignment to a variable of the environment.
struct EnvironmentWrite {
  std::string name;
  Alternatives value;
  Span span;
  bool only_if_unset = false;  // must: by setdefault, or under the condition that it is not set
  ProgramPoint point;
};

// An assignment to an attribute of an object that is not the script's own: runner.model = ...,
// torch.cuda.is_available = ...
struct AttributeWrite {
  std::string symbol;
  Alternatives value;
  Span span;  // the statement
  ProgramPoint point;
};

// An imported name.
struct Import {
  std::string symbol;  // the full name: "torch_npu.contrib.transfer_to_npu"
  Span span;
  ProgramPoint point;
};

// Where a run stops by itself or by an exception that Python raises, such as a division by zero.
struct Failure {
  enum class Kind : std::uint8_t { kAssertion, kDivision, kExit, kIndex, kRaise } kind;
  Span span;           // the statement, or the expression that raises
  ProgramPoint point;  // what holds where it stops, the failed condition included
};

// The name of a kind in rule files: "assertion", "division", "exit", "index", "raise".
std::string_view name_of(Failure::Kind kind);

// A `try` that goes on after an exception: what is in its body may be made up for in its handlers.
struct Attempt {
  Span body, handlers;
};

// An import inside a function that hides the same name of the module: Python makes the name local
// to all of the function, so that a use above the import raises UnboundLocalError.
struct Shadow {
  std::string symbol;  // what both names mean
  Span import;         // the statement inside the function
  Span use;            // the first use above it
};

}  // namespace mmlint::script
