#pragma once

#include "check/script/program_syntax.h"

namespace mmlint::check {

// What some expressions of a run are computed from, as far as names tell: through assignments,
// arguments and returned values. Attributes of different objects are not told apart, so that it is
// a may fact.
class Sources {
 public:
  // Borrows the syntax.
  Sources(const script::Summary& run, const ProgramSyntax& syntax,
          std::vector<const syntax::Expr*> of);

  // Returns these expressions and all that they are computed from, with their parts.
  const std::set<const syntax::Expr*>& all() const { return exprs_; }
  // May: it is one of them, or a call that passes one of them to a function.
  bool has(const syntax::Expr* expr) const {
    return exprs_.contains(expr) || callers_.contains(expr);
  }

 private:
  void add_sources(const syntax::Expr& expr, std::vector<const syntax::Expr*>& open);
  std::vector<const syntax::Expr*> named(const syntax::Expr& expr);
  void add_given(const syntax::Function& function, std::string_view parameter,
                 std::vector<const syntax::Expr*>& open);

  const ProgramSyntax& syntax_;
  std::map<std::string_view, std::vector<const syntax::Call*>> calls_;  // by the last name
  std::set<const syntax::Expr*> exprs_, callers_;
  // Of which the sources are in `exprs_`; names with the function that they are local to, or null.
  std::set<std::pair<const syntax::Function*, std::string_view>> names_;
  std::set<std::string_view> functions_;
  std::set<std::pair<const syntax::Function*, std::string_view>> parameters_;
};

// What the backward passes of a run are computed from.
class LossFlow {
 public:
  // Borrows the syntax.
  LossFlow(const script::Summary& run, const ProgramSyntax& syntax);

  // May: the result of the call is in a loss, or a function that it calls runs the backward pass.
  bool has(const script::Call& call) const;

 private:
  const ProgramSyntax& syntax_;
  Sources sources_;
};

}  // namespace mmlint::check
