#pragma once

#include "check/script/program_syntax.h"

namespace mmlint::check {

// Where gradients flow from a loss, back through assignments, arguments and returned values. Names
// of different functions are not told apart, and what is not followed may need gradients, so that
// it is a may fact. What torch.distributed.all_gather fills has none.
class GradientFlow {
 public:
  // Borrows all three.
  GradientFlow(const script::Summary& run, const ProgramSyntax& syntax,
               project::Workspace& workspace);

  // May: gradients flow from an expression to a parameter.
  bool may_flow(const syntax::Expr& from);
  // Returns true if what may_flow() has followed is computed from an object of that name.
  bool has_name(std::string_view name) const { return names_.contains(name); }

 private:
  // Each returns false if it is not known what the expression is computed from; else it adds that
  // to `open_`.
  bool follow(const syntax::Expr& expr);
  bool follow_name(const syntax::Expr& expr, std::string_view name);
  bool follow_parameter(const syntax::Function& function, const syntax::Parameter& parameter);
  bool follow_call(const syntax::Call& expr);
  bool follow_torch(const syntax::Call& expr, std::string_view function);
  bool follow_forward(const script::Call& call);
  void add(const syntax::Expr* expr) { open_.push_back(expr); }
  void add_arguments(const syntax::Call& expr);
  void add_returns(std::string_view function, const syntax::Function* only);
  bool writes_in_place() const;
  std::uint32_t last_set(const syntax::Expr& expr, std::string_view name,
                         const syntax::Function& function) const;
  std::vector<const syntax::Call*> calls_of(const syntax::Function& function);
  const syntax::Class* class_of(const script::Call& call) const;

  const script::Summary& run_;
  const ProgramSyntax& syntax_;
  project::Workspace& workspace_;
  std::map<Span, const script::Call*> facts_;
  std::map<std::string_view, std::vector<const syntax::Call*>> calls_;  // by the last name
  std::vector<const syntax::Expr*> open_;
  std::set<const syntax::Expr*> known_;
  std::set<std::string_view> names_;
};

}  // namespace mmlint::check
