#pragma once

#include "check/script/program_syntax.h"

namespace mmlint::check {

// What the calls and attributes of a program run, for a small run (small_run.h).
class SmallCallees {
 public:
  // The program must outlive it.
  explicit SmallCallees(const launch::Program& program);

  const launch::Program& program() const { return program_; }
  // Returns the function of the project that a call runs, which is __init__() where it makes an
  // object; null for none, for a module of torch, or if there are several.
  const syntax::Function* function(const syntax::Expr& call) const;
  // Returns the only property of that name; null if there is none.
  const syntax::Function* property(std::string_view name) const;
  // Returns true if the objects of several classes have an attribute of that name.
  bool is_shared(std::string_view attribute) const;

  // Returns true for a forward pass of a wrapped model, and for a step of an optimizer.
  bool is_forward(const syntax::Expr& call) const;
  bool is_step(const syntax::Expr& call) const;

 private:
  void add(const syntax::Class& node);
  const syntax::Function* function_of(const script::Call& call) const;

  const launch::Program& program_;
  const ProgramSyntax& syntax_;
  std::multimap<Span, const script::Call*> calls_;
  std::set<Span> wraps_;
  std::map<std::string_view, std::vector<const syntax::Function*>> properties_;
  std::map<std::string_view, int> owners_;  // how many classes set an attribute in __init__
};

}  // namespace mmlint::check
