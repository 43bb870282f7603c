#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "syntax/document.h"

namespace mmlint::fix {

// What holds an expression directly: another expression, or a statement.
struct Place {
  const syntax::Expr* expr = nullptr;
  const syntax::Stmt* stmt = nullptr;          // the innermost
  const syntax::Function* function = nullptr;  // the innermost; null outside of all
  bool in_class = false;                       // a class is nearer than any function
};

// Which expressions of a script read a name or an attribute, in its whole text.
class NameReads {
 public:
  NameReads(const syntax::Document& document, syntax::Parser& parser)
      : document_(document), parser_(parser) {}

  Place place(const syntax::Expr& expr);
  // Reads of a name that a function binds (null: the module), also in functions inside it.
  std::vector<const syntax::Expr*> of_name(std::string_view name, const syntax::Function* scope);
  // A place that mmlint has no syntax for and that says the name: `match`, `await`, `yield`.
  std::optional<Span> unread(std::string_view name);
  // Reads of an attribute of anything.
  std::vector<const syntax::Expr*> of_attribute(std::string_view name);
  // The script's only function of the name that is called; null if there is none.
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
