#pragma once

#include "syntax/lexer.h"

namespace mmlint::syntax {

// Returns what CPython calls a comprehension, such as "list comprehension".
const char* describe(ComprehensionKind what);

// Judges what was parsed: what is assigned to, and what is allowed in some scopes only. Internal to
// syntax; the functions are in parse_target.cc and parse_scope.cc.
class ParseChecks : public Lexer {
 protected:
  using Lexer::Lexer;

  enum class Use : std::uint8_t { kAssign, kBind, kDelete };
  // Refuses what cannot be assigned to, bound or deleted.
  void check_target(const Expr& target, Use use);
  void check_augmented_target(const Expr& target);
  // Fails at a '=' after an expression that can be compared only.
  Nothing fail_compared(const Expr& left);
  // Reads a name that something is bound to. Fails with an empty one if none is next.
  std::string_view bound_name();
  // Refuses a name that nothing may be bound to.
  void check_bound(std::string_view name, std::uint32_t begin);
  // Refuses a single item with a star, and returns what it was given.
  const Expr* unstarred(const Expr* value);

  // Where the statement is.
  struct Context {
    bool function = false, async = false, in_class = false, loop = false;
    bool generator = false;  // the function has a yield
  };
  Context scope_;
  // Refuses what the expressions since the last call have and may not have in this scope.
  void settle(std::size_t from = 0);

  // What is allowed in some places only, which may show later than it is read.
  struct Met {
    enum class What : std::uint8_t { kYield, kAwait, kAsyncComprehension, kNamed } what;
    std::uint32_t begin, end;
  };
  void absorb(std::size_t from, ComprehensionKind into);
  void refuse_named(std::size_t from);
  std::vector<Met> met_;

 private:
  void check_part(const Expr& target, Use use, bool may_be_comparison);
};

}  // namespace mmlint::syntax
