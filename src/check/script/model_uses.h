#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/document.h"

// Where a model goes in the files of a program, by the names that it has there.
namespace mmlint::check {

// What a program does with an object, under all names that it is given.
struct Uses {
  // May: code that is not followed gets the object, which may keep it, wrap it or change it.
  bool escapes = false;
  std::set<std::string> names;             // the last parts of its names: "net" for self.net
  std::set<std::string> attributes;        // what is read of it; "module.train" for x.module.train
  std::vector<const syntax::Call*> calls;  // of the object itself: net(x), net.forward(x)
  std::vector<const syntax::Call*> inner_calls;  // of what it wraps: net.module(x)
};

using CallSet = std::set<const syntax::Call*>;

// An index of the expressions of a program. It borrows the documents.
class ModelUses {
 public:
  ModelUses(std::span<const syntax::Document* const> documents, syntax::Parser& parser);

  // Follows the object that has a name, or an attribute of that name, anywhere in the program: two
  // objects of one name are taken for one. An argument of one of the `ignored` is no use.
  Uses follow(std::string_view name, const CallSet& ignored = {}) const;
  // Follows the value of an expression.
  Uses follow(const syntax::Expr& value) const;
  // Returns the call that stands there; null if none does.
  const syntax::Call* call_at(Span at) const;
  // Returns the class that begins there; null if none does.
  const syntax::Class* class_at(const syntax::Document& document, std::uint32_t begin) const;
  // Returns true if the class inherits from torch.nn.Module, as far as its bases say by name.
  bool is_module(const syntax::Class& node) const;

  // Where an expression stands.
  struct Place {
    const syntax::Document* document = nullptr;
    const syntax::Expr* parent = nullptr;  // null if it stands in the statement itself
    const syntax::Stmt* statement = nullptr;
    const syntax::Function* function = nullptr;  // the innermost around it; null for none
    const syntax::Class* owner = nullptr;        // the innermost around it; null for none
  };
  // Returns the place of an expression of the program.
  const Place& place(const syntax::Expr& expr) const { return places_.at(&expr); }
  Span span(const syntax::Expr& expr) const;
  // Returns the text of an expression as it is written.
  std::string_view text(const syntax::Expr& expr) const;
  // Returns the statement around a statement; null for one of a module.
  const syntax::Stmt* around(const syntax::Stmt& statement) const;

 private:
  class Follower;
  struct Method {
    const syntax::Function* node;
    const syntax::Class* owner;  // null for a function
  };
  void add(const syntax::Stmt& statement, Place place);
  void add(const syntax::Expr& expr, Place place);
  bool is_plain(const syntax::Class& node, int depth = 0) const;

  std::map<const syntax::Expr*, Place> places_;
  std::map<const syntax::Stmt*, const syntax::Stmt*> around_;
  std::map<std::string_view, std::vector<const syntax::Expr*>> named_;  // names and attributes
  std::map<std::string_view, std::vector<Method>> functions_;
  std::map<std::string_view, std::vector<const syntax::Class*>> classes_;
  std::map<std::pair<FileId, std::uint32_t>, const syntax::Class*> class_at_;
  std::map<Span, const syntax::Call*> calls_;
  std::vector<std::string_view> unsupported_;  // texts that have no tree
};

// Returns the last part of a name: "net" of net and of self.net; empty for any other expression.
std::string_view last_name(const syntax::Expr& expr);

}  // namespace mmlint::check
