#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "syntax/document.h"

namespace mmlint::fix {

// What an expression stands in.
struct Surroundings {
  const syntax::Expr* expr = nullptr;  // the expression that holds it directly; null if none does
  const syntax::Stmt* stmt = nullptr;  // the innermost
  const syntax::Function* function = nullptr;  // the innermost; null outside of all
  bool in_class = false;                       // a class is nearer than any function
};

// Finds the expressions that read a name or an attribute, in the whole text of a script. The
// document, which owns the expressions, and the parser must outlive this.
class NameReads {
 public:
  NameReads(const syntax::Document& document, syntax::Parser& parser)
      : document_(document), parser_(parser) {}

  // Returns what an expression of the script stands in; all empty for one of another file.
  Surroundings around(const syntax::Expr& expr);
  // Returns the reads of the variable that `name` stands for in the function `scope` (null: in the
  // module). They may be in other functions.
  std::vector<const syntax::Expr*> of_name(std::string_view name, const syntax::Function* scope);
  // Returns a place that has the name in syntax that mmlint does not read (`match`, `await`,
  // `yield`), where more reads may hide; nullopt if there is none.
  std::optional<Span> unread(std::string_view name);
  // Returns the reads of an attribute of this name, of whatever object.
  std::vector<const syntax::Expr*> of_attribute(std::string_view name);
  // Returns the function that a call calls, if the script has just one of that name; else null.
  const syntax::Function* function_called(const syntax::Call& call);

 private:
  void read_all();
  void read(const syntax::Stmt& stmt, const syntax::Function* function);
  void read(const syntax::Expr& expr, const syntax::Function* function);

  const syntax::Document& document_;
  syntax::Parser& parser_;
  bool complete_ = false;
  struct Read {
    const syntax::Expr* expr;
    const syntax::Function* function;
  };
  std::multimap<std::string_view, Read> names_, attributes_;
  std::multimap<std::string_view, const syntax::Function*> functions_;
  std::map<const syntax::Function*, const syntax::Function*> outer_;
  std::vector<Span> unread_;
};

}  // namespace mmlint::fix
