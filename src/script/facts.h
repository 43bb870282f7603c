#pragma once

#include "script/config_facts.h"

// The facts about a training script, as plain data. That a fact is listed is a may fact: some path
// does this. What must hold on each path that does it stands in its ProgramPoint. A value is given
// by its alternatives.
namespace mmlint::script {

// An argument of a call.
struct Argument {
  std::string name;  // empty if positional; "**" for a config dict that the call unpacks
  Span span;         // the keyword included
  Alternatives value;
};

// A call whose callee has a symbol. A method of an unknown object is "?.name".
struct Call {
  Symbol symbol;              // the callee
  Span span;                  // the whole call
  Span callee;                // what stands before the parentheses
  Sites object;               // the calls that have made the object that has the callee, or is it
  Span statement;             // the simple statement around it, or the head of the compound one
  bool is_statement = false;  // the call is all of that statement
  std::vector<Argument> arguments;
  bool more = false;  // may: * or ** give further arguments, which are not in the list
  bool own = false;   // the project defines the callee
  // Must: where the guard holds, the run makes this call, in one of the turns if it is in a loop. A
  // call of another callee at the same place, such as in another turn, does not replace it.
  bool certain = false;
  // Must: where the guard holds, the run makes this call with each of the possible values of its
  // arguments, such as one in each turn of a loop over a known list.
  bool with_each = false;
  int loops = 0;  // how many loops enclose it, those of its callers too
  ProgramPoint point;
  // The point of a visit where no path has made the process group, if the run comes by again where
  // one has, as to a helper that is called before and behind it; null if there is no such visit.
  std::shared_ptr<const ProgramPoint> groupless = nullptr;

  // Returns the argument of this keyword, else the positional one at this 0-based position; null if
  // there is neither. It belongs to the call.
  const Argument* argument(std::string_view name, std::size_t position) const;
};

// An option or argument of the command line, which the script declares with parser.add_argument.
struct Option {
  std::vector<std::string> names;  // as they are written: "--launcher", "config"
  std::string dest;                // the attribute that holds it in what parse_args returns
  Alternatives default_value;      // empty if none is given
  Alternatives if_left_out;        // what parse_args returns without it; empty if that is not known
  Alternatives if_given;  // of a flag: what parse_args returns with it; empty if that is not known
  Alternatives choices;   // empty if any value is allowed
  Span span;
  bool is_dict = false;  // it takes KEY=VALUE by MMEngine's DictAction
  bool is_flag = false;  // it takes no value: action='store_true' and its like
  // The number of command-line words that it takes as its value; nullopt if that is not known or
  // not fixed.
  std::optional<std::size_t> words;
  std::string type;       // what converts its one word, such as "int"; empty if that is not known
  bool required = false;  // positional, or required=True
  bool is_read = true;    // may: some code reads what the user has given
};

// An assignment to a variable of the environment (os.environ).
struct EnvironmentWrite {
  std::string name;
  Alternatives value;
  Span span;
  bool only_if_unset = false;  // must: a variable that is set already keeps its value
  ProgramPoint point;
};

// os.environ['X'], which raises KeyError if the variable is not set.
struct EnvironmentRead {
  std::string name;
  Span span;
  ProgramPoint point;
};

// An assignment to an attribute of what is not the script's own: runner.model = ...
struct AttributeWrite {
  Symbol symbol;  // the attribute: "<runner>.model"
  Alternatives value;
  Span span;  // the statement
  ProgramPoint point;
};

// An imported name.
struct Import {
  Symbol symbol;  // the full name: "torch_npu.contrib.transfer_to_npu"
  Span span;
  ProgramPoint point;
};

// A place where a run stops, by itself (exit, raise, assert) or by an exception (1 / 0).
struct Failure {
  enum class Kind : std::uint8_t { kAssertion, kDivision, kExit, kIndex, kKey, kRaise } kind;
  Span span;           // the statement, or the expression that raises
  ProgramPoint point;  // its guard includes the condition under which the run stops
};

struct Loop {         // a `for` statement, but for literals and ranges of numbers
  Alternatives over;  // what it goes through, also under enumerate() and the like
  Span span;
  ProgramPoint point;
};

struct LoopExit {  // a `break`, `continue` or `return` in a `for` or `while` statement
  Span span;
  Span skipped;  // what the run leaves out: the body of the loop, of a `continue` the rest of it
  ProgramPoint point;
};

// Returns the name of a kind in rule files: "assertion", "division", "exit", "index", "key",
// "raise".
std::string_view name_of(Failure::Kind kind);

// A `try` with a handler that does not raise again, or a `with suppress(...)`: the run goes on
// after an exception in the body, and the handlers may do in another way what the body failed to
// do.
struct Attempt {
  Span body, handlers;   // from the first handler that goes on; of a `with`, its head
  Span around = {};      // the body of the next one around it, callers included; unknown if none is
  bool again = false;    // may: after an exception the body runs once more, with other values
  bool for_cuda = true;  // may: it goes on after what PyTorch raises where there is no CUDA
};

// An import that makes a name of the module local to a function, all of it: a use raises
// UnboundLocalError where the import has not run.
struct Shadow {
  Symbol symbol;            // the symbol that both imports bind
  Span import;              // the statement inside the function
  Span use;                 // the first such use
  ProgramPoint point = {};  // open if the import is in an `if` above the use, else it is below it
};

}  // namespace mmlint::script
