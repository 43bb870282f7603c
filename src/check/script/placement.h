#pragma once

#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "check/script/model_uses.h"
#include "syntax/document.h"

// Under which conditions the calls of a program stand, as they are written.
namespace mmlint::check {

// Answers for the calls of a program. It borrows the documents and the uses.
class Placement {
 public:
  Placement(std::span<const syntax::Document* const> documents, const ModelUses& uses,
            syntax::Parser& parser);

  // Returns true if certainly one process of each machine comes to a call: it stands in a branch
  // like that of `if rank == 0:`, behind `if rank != 0: return`, or in a function that is called
  // only at such places.
  bool is_for_one_rank(const syntax::Call& call) const { return is_for_one_rank(call, 0); }
  // Returns true if no gradients are computed there, or the function around the call has a
  // decorator, which may see to that.
  bool is_without_gradients(const syntax::Call& call) const;
  // A condition above a place, and what it must be there.
  struct Asked {
    const syntax::Expr* condition;
    bool holds;
  };
  // Returns the conditions of the branches that a call stands in, and of those that leave its block
  // before it, up to the function around it.
  std::vector<Asked> asked_above(const syntax::Call& call) const;
  // Returns the only value that is ever assigned to a name; null if there are several or none.
  const syntax::Expr* only_value(std::string_view name) const;

 private:
  void add(const syntax::Stmt& statement);
  bool is_for_one_rank(const syntax::Call& call, int depth) const;
  bool is_called_for_one_rank(const syntax::Function& function, int depth) const;
  // Whether a condition holds on one rank only, if it holds; or fails on one rank only.
  bool holds_on_one(const syntax::Expr& condition, int depth = 0) const;
  bool fails_on_one(const syntax::Expr& condition, int depth = 0) const;
  bool is_rank(const syntax::Expr& expr) const;

  const ModelUses& uses_;
  // The values that a name is given, and the functions of a name, anywhere in the program. A null
  // value is one that is not known.
  std::map<std::string_view, std::vector<const syntax::Expr*>> values_;
  std::map<std::string_view, std::vector<const syntax::Function*>> functions_;
};

}  // namespace mmlint::check
