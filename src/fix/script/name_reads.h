#pragma once

#include "syntax/document.h"

namespace mmlint::fix {

// What an expression stands in.
struct Surroundings {
  const syntax::Expr* expr = nullptr;  // the expression that holds it directly; null if none does
  const syntax::Stmt* stmt = nullptr;  // the innermost
  const syntax::Function* function = nullptr;  // the innermost; null outside of all
  bool in_class = false;                       // a class is nearer than any function
};

// Finds expressions in the whole text of a script: by their place, by what they stand in, and those
// that read a name or an attribute. The script is read once, for all questions. The document, which
// owns the expressions, must outlive this.
class NameReads {
 public:
  NameReads(const syntax::Document& document);

  // Returns the expression that is exactly a place; null if there is none. If several are (as in
  // parentheses), it is the innermost.
  const syntax::Expr* at(Span place) const;
  // Returns what an expression of the script stands in; all empty for one of another file.
  Surroundings around(const syntax::Expr& expr) const;
  // Returns the reads of the variable that `name` stands for in the function `scope` (null: in the
  // module). They may be in other functions.
  std::vector<const syntax::Expr*> of_name(std::string_view name,
                                           const syntax::Function* scope) const;
  // Returns a place that has the name in syntax that mmlint does not read (`match`, `await`,
  // `yield`), where more reads may hide; nullopt if there is none.
  std::optional<Span> unread(std::string_view name) const;
  // Returns the reads of an attribute of this name, of whatever object.
  std::vector<const syntax::Expr*> of_attribute(std::string_view name) const;
  // Returns the function that a call calls, if the script has just one of that name; else null.
  const syntax::Function* function_called(const syntax::Call& call) const;

 private:
  void read(const syntax::Stmt& stmt, const syntax::Function* function);
  void read(const syntax::Expr& expr, const syntax::Function* function);

  void place(const syntax::Stmt& stmt, const syntax::Function* function, bool in_class);
  void place(const syntax::Expr& expr, const syntax::Expr* outer);
  // An expression that stands in another, and in one of holders_.
  struct Place {
    const syntax::Expr* expr;
    const syntax::Expr* outer;
    std::size_t holder;
  };
  std::span<const Place> places_at(std::uint32_t begin, std::uint32_t end) const;

  const syntax::Document& document_;
  std::vector<Surroundings> holders_;  // of each statement
  std::vector<Place> places_;          // by where they begin, outer ones first
  struct Read {
    const syntax::Expr* expr;
    const syntax::Function* function;
  };
  std::multimap<std::string_view, Read> names_, attributes_;
  std::multimap<std::string_view, const syntax::Function*> functions_;
  struct Scope {
    const syntax::Function* outer;     // null: the module
    std::set<std::string_view> names;  // that are the function's own
  };
  std::map<const syntax::Function*, Scope> scopes_;
  std::vector<Span> unread_;
};

}  // namespace mmlint::fix
