#pragma once

#include "launch/programs.h"

// What stands where in the files of a program, as it is written. What becomes of its objects,
// script::Objects says.
namespace mmlint::check {

// A fact: the files of a program that were read.
std::vector<const syntax::Document*> documents_of(const launch::Program& program);

// An index of the expressions, classes and assignments of a program. It borrows the documents.
class ProgramSyntax {
 public:
  explicit ProgramSyntax(const std::vector<const syntax::Document*>& documents);

  // Returns the call that stands there; null if none does.
  const syntax::Call* call_at(Span at) const;
  // Returns the class, or the function, that begins there; null if none does.
  const syntax::Class* class_at(const syntax::Document& document, std::uint32_t begin) const;
  const syntax::Function* function_at(const syntax::Document& document, std::uint32_t begin) const;
  // Returns the function or method of the project that a call of a run enters; null for none, and
  // for a call that makes an object. `class_of` returns the class whose object a call makes.
  const syntax::Function* function_of(const script::Call& call, const script::Summary& run) const;
  const syntax::Class* class_of(const script::Call& call, const script::Summary& run) const;
  // Returns the method of that name of a class or its bases; null if it has none.
  const syntax::Function* method(const syntax::Class& node, std::string_view name) const;
  // Returns the classes of the program.
  std::vector<const syntax::Class*> classes() const;
  // Returns true if the class inherits from torch.nn.Module, as far as its bases say by name.
  bool is_module(const syntax::Class& node) const;
  // Returns the only value that is ever assigned to a name; null if there are several or none.
  const syntax::Expr* only_value(std::string_view name) const;

  // Returns what may come into a name: what is assigned to it or to an item of it, what it goes
  // through as the target of a loop, and what a container gets, such as losses.append(loss).
  std::span<const syntax::Expr* const> sources_of(std::string_view name) const;
  // Returns the comparisons of the program, in the order of its files.
  std::span<const syntax::Compare* const> comparisons() const { return comparisons_; }
  // Returns what the functions of this name return or yield.
  std::span<const syntax::Expr* const> returns_of(std::string_view function) const;

  // Where an expression stands.
  struct Place {
    const syntax::Document* document = nullptr;
    const syntax::Expr* parent = nullptr;  // null if it stands in the statement itself
    const syntax::Stmt* statement = nullptr;
    const syntax::Function* function = nullptr;  // the innermost around it; null for none
  };
  // Returns the place of an expression of the program.
  const Place& place(const syntax::Expr& expr) const { return places_.at(&expr); }
  Span span(const syntax::Expr& expr) const;
  // Returns the text of an expression as it is written.
  std::string_view text(const syntax::Expr& expr) const;
  // Returns true if a condition that is written in the same function chooses whether the call at a
  // location is made.
  bool is_conditional(Span call) const;
  // Returns the statement around a statement; null for one of a module.
  const syntax::Stmt* around(const syntax::Stmt& statement) const;

 private:
  void add(const syntax::Stmt& statement, Place place);
  void add(const syntax::Expr& expr, Place place);
  void add_source(const syntax::Expr& target, const syntax::Expr& source);
  const syntax::Document* document_of(script::Symbol symbol, const script::Summary& run) const;

  std::map<const syntax::Expr*, Place> places_;
  std::map<const syntax::Stmt*, const syntax::Stmt*> around_;
  std::map<std::string_view, std::vector<const syntax::Class*>> classes_;
  std::map<std::pair<FileId, std::uint32_t>, const syntax::Class*> class_at_;
  std::map<std::pair<FileId, std::uint32_t>, const syntax::Function*> function_at_;
  std::map<std::string_view, const syntax::Document*> documents_;  // by their paths
  std::map<Span, const syntax::Call*> calls_;
  std::vector<const syntax::Compare*> comparisons_;
  // The values that a name is given anywhere in the program. A null value is one that is not known.
  std::map<std::string_view, std::vector<const syntax::Expr*>> values_;
  std::map<std::string_view, std::vector<const syntax::Expr*>> sources_, returns_;
};

// A big fact (Program::get_big).
ProgramSyntax program_syntax(const launch::Program& program);

// Returns the last part of a name: "net" of net and of self.net; empty for any other expression.
std::string_view last_name(const syntax::Expr& expr);

}  // namespace mmlint::check
