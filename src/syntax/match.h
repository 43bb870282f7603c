#pragma once

#include "syntax/ast.h"

// The nodes of the statement `match`.
namespace mmlint::syntax {

// A pattern behind `case`.
struct Pattern {
  enum class Kind : std::uint8_t {
    kAny,       // anything: `_`, or a name that is bound to it
    kValue,     // what equals `value`, or is it if it is None, True or False
    kOr,        // what one of `parts` matches
    kSequence,  // a sequence of what `parts` match
    kStar,      // any number of items; only as a part of a kSequence
    kMapping,   // a mapping that has `keys`, with what `parts` match
    kClass,     // an instance of `value`, with attributes that `parts` match
  } kind = Kind::kAny;
  const Expr* value = nullptr;
  std::string_view name = {};  // what is bound to the matched value; empty if nothing is
  List<Pattern> parts = {};
  Exprs keys = {};
};
struct Case {
  const Pattern* pattern;
  const Expr* guard;  // may be null
  Block body;
};
struct Match : Stmt {
  const Expr* subject;
  std::span<const Case> cases;
};

}  // namespace mmlint::syntax
