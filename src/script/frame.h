#pragma once

#include <set>
#include <string>
#include <vector>

#include "script/state.h"
#include "syntax/ast.h"

namespace mmlint::script {

// The states of paths that leave a loop or a function early.
struct Exits {
  std::vector<State> states;
  Alternatives value;  // what a function returns; empty if no path has returned yet
};

// An argument of the call that is walked.
struct Given {
  std::string name;  // empty for a positional one
  int stars = 0;     // 1 for *x, 2 for **x
  Alternatives value;
  Span span;
};

using Givens = std::vector<Given>;

// The variables of the functions around a function, as they are when it is made.
struct Closure {
  Names names;
  std::size_t frame = 0;  // Frame::number of the function that makes it
};

// A module, a class or a function that is being walked.
struct Frame {
  enum class Kind : std::uint8_t { kModule, kClass, kFunction } kind = Kind::kModule;
  int module = 0;
  std::size_t number = 0;     // none twice
  std::string owner;          // of a method: the symbol of the class that holds it
  std::string self;           // the symbol of its first parameter, if that is known
  Names around;               // the variables of the functions around it
  Exits exits;                // where `return` leads
  std::vector<Exits*> loops;  // where `break`
  std::vector<Exits*> turns;  // and `continue` lead
  std::set<std::string, std::less<>> global_names;  // `global` in it
  std::vector<int> closures;                        // that are made in it
  Span statement;                       // the simple statement, or the head, that is walked
  const syntax::Expr* whole = nullptr;  // the expression that is all of that statement
};

}  // namespace mmlint::script
