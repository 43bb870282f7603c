#pragma once

#include "syntax/ast.h"

// The values of a small run (small_run.h).
namespace mmlint::check {

// A number, or `model.no_sync` and a context of it; everything else is unknown. Bools are 0 and 1.
struct Small {
  enum class Kind : std::uint8_t { kUnknown, kNumber, kAssumed, kNoSync } kind = Kind::kUnknown;
  std::int64_t number = 0;                // of kAssumed: the program leaves it open
  const syntax::Expr* no_sync = nullptr;  // of kNoSync: where the method is named

  bool is_number() const { return kind == Kind::kNumber || kind == Kind::kAssumed; }
};

// Returns a number that the program decides.
Small small(std::int64_t number);
// Returns an assumed value for a number that the program leaves open, such as an option: the number
// of processes if the name says so, else `passes`.
Small assumed(std::string_view name, std::int64_t passes);
// Returns the value of a literal; unknown unless it is a number or a bool.
Small literal(const syntax::Expr& expr);
// Returns what an operator makes of two values; unknown unless it is known of numbers.
Small computed(syntax::Operator op, const Small& left, const Small& right);
// Returns the same of a comparison.
Small compared(syntax::Operator op, const Small& left, const Small& right);
// Returns true if a name or a key means a number of processes.
bool says_processes(std::string_view name);
// Returns true if a condition asks for several processes or a wrapped model. A small run has both.
bool asks_for_group(std::string_view condition);

}  // namespace mmlint::check
