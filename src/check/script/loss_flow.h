#pragma once

#include "check/script/program_syntax.h"

namespace mmlint::check {

// What the backward passes of a run are computed from, as far as names tell: through assignments,
// arguments and returned values. Names of different functions are not told apart, so that it is a
// may fact.
class LossFlow {
 public:
  // Borrows the syntax.
  LossFlow(const script::Summary& run, const ProgramSyntax& syntax);

  // May: the result of the call is in a loss, or a function that it calls runs the backward pass.
  bool has(const script::Call& call) const;

 private:
  void add_sources(const syntax::Expr& expr, std::vector<const syntax::Expr*>& open);

  const ProgramSyntax& syntax_;
  std::map<std::string_view, std::vector<const syntax::Expr*>> calls_;  // by the last name
  std::set<const syntax::Expr*> exprs_;
  std::set<std::string_view> names_, functions_;  // of which the sources are in `exprs_`
};

}  // namespace mmlint::check
