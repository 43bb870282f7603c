#pragma once

#include "script/state.h"

namespace mmlint::script {

// The states of the paths that leave a loop by `break` or `continue`, or a function by `return`.
// They are joined with the state behind it.
struct Exits {
  std::vector<State> states;
  // The returned value of a function, or what a generator yields; empty if no path has got there.
  Alternatives value;
  std::vector<State> yields;  // of a context manager: the states at its `yield`
  Span body = {};             // of a loop
};

// How the turns of a loop are walked.
enum class Turns : std::uint8_t {
  kNoneOrMore,  // one walk stands for any number of turns, also for none
  kSome,        // one walk stands for several turns
  kEach,        // each turn is walked for itself
};

// An argument of a call whose callee is to be walked.
struct Given {
  std::string name;  // empty for a positional one
  int stars = 0;     // 1 for *x, 2 for **x
  Alternatives value;
  Span span;
  bool optional = false;  // may: it is left out, and the parameter of this name has its default
};

using Givens = std::vector<Given>;

// A function that is called with arguments of its own before those of the call: functools.partial.
// operator.methodcaller keeps the arguments of a method of what it is called with.
struct Bound {
  std::string method;   // empty for a function
  Alternatives callee;  // empty for a method
  Givens given;
  std::vector<Call> facts;  // what is known of the calls of a library's function
  bool is_called = false;
};

// The variables of the enclosing functions that a nested function sees, as they are when its `def`
// is walked. They are joined with later values when the enclosing function ends.
struct Closure {
  Names names;
  std::size_t frame = 0;  // Frame::number of the enclosing function
};

// An activation record: a module, a class body or a function that is being walked.
struct Frame {
  enum class Kind : std::uint8_t { kModule, kClass, kFunction } kind = Kind::kModule;
  int module = 0;             // the index of its module in the program
  std::size_t number = 0;     // identifies a walked function; no two of them share it
  Symbol owner;               // of a method: the class that holds it; else none
  Symbol self;                // of a method: its first parameter; none if that is not known
  Sites sites;                // the calls that have made that object
  Names around;               // the variables of the enclosing functions
  Exits exits;                // collects the states of `return`
  std::vector<Exits*> loops;  // collect the states of `break`, outermost loop first; not owned
  std::vector<Exits*> turns;  // the same for `continue`
  int rolled = 0;             // the number of loops around whose turns share a walk
  // May: another path has left the function or a loop before, or a loop around has no turn.
  bool has_detour() const {
    const auto left = [](const Exits* each) { return !each->states.empty(); };
    return rolled != 0 || left(&exits) || std::ranges::any_of(loops, left) ||
           std::ranges::any_of(turns, left);
  }
  std::set<std::string, std::less<>> global_names;  // declared `global`
  std::vector<int> closures;            // indexes in Walk::closures of what is made here
  Span statement;                       // the simple statement, or the head of the compound one
  const syntax::Expr* whole = nullptr;  // the expression that is all of that statement; or null
};

// Notes that what changes the object of a name, such as `REGISTRY[key] = value` in a function that
// does not bind REGISTRY, changes it under the name that the module has for it.
void see_global(Frame& frame, const syntax::Expr& name, const State& state);

}  // namespace mmlint::script
