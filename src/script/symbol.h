#pragma once

#include <cassert>

#include "script/symbol_node.h"

namespace mmlint::script {

// The identity of an object that a script works with: a library's, the script's own, or one that
// the analysis gives a name, such as the loaded config. A pointer to what was read of its printed
// form, once per process: two symbols are equal if they are printed alike.
class Symbol {
 public:
  using Kind = SymbolKind;

  constexpr Symbol() = default;  // kNone
  // Returns the symbol that is printed so.
  explicit Symbol(std::string_view text);
  // Returns the symbol of what a dotted path of Python names: of the one definition behind the
  // several names under which libraries export it ("mmengine.Config" is "mmengine.config.Config").
  static Symbol library(std::string_view path);

  static Symbol config() { return Symbol(root_node(Kind::kConfig)); }
  static Symbol runner() { return Symbol(root_node(Kind::kRunner)); }
  static Symbol parser() { return Symbol(root_node(Kind::kParser)); }
  static Symbol options() { return Symbol(root_node(Kind::kOptions)); }
  static Symbol other_command() { return Symbol(root_node(Kind::kOther)); }
  static Symbol environment() { return Symbol(root_node(Kind::kEnvironment)); }
  static Symbol rank() { return Symbol(root_node(Kind::kRank)); }
  static Symbol super() { return Symbol(root_node(Kind::kSuper)); }
  static Symbol turn() { return Symbol(root_node(Kind::kTurn)); }
  static Symbol unknown() { return Symbol(root_node(Kind::kUnknown)); }
  static Symbol mark(std::string_view name) { return made("<", std::string(name) + ">"); }
  static Symbol file(std::string_view path) { return made("<file>", path); }
  static Symbol spec(std::string_view path) { return made("<spec>", path); }
  static Symbol getter(std::string_view path) { return made("<getter>", path); }
  static Symbol property(Symbol of) { return made("<property>", of.text()); }
  static Symbol bound(std::size_t number) { return made("<bound>", std::to_string(number)); }
  static Symbol module(int module) { return made("module@", std::to_string(module)); }
  static Symbol function(int module, std::uint32_t offset) { return at("def@", module, offset); }
  static Symbol class_at(int module, std::uint32_t offset) { return at("class@", module, offset); }
  static Symbol generator(int module, std::uint32_t offset);
  static Symbol deferred(int module, std::uint32_t offset);

  // Of an object: its attribute of that name, and what a call of it or an index gives.
  Symbol attribute(std::string_view name) const;
  Symbol result() const;
  Symbol item(std::string_view index = {}) const;
  // Of a function: the same with a closure (an index in Walk::closures) and an object that
  // it is bound to.
  Symbol with_closure(int closure) const;
  Symbol bound_to(Symbol receiver) const;
  // Of a class: the object that the call with that number makes, and a member of an enumeration.
  Symbol instance(std::size_t number = 0) const;
  Symbol member(std::string_view name) const;

  Kind kind() const { return node_ ? node_->kind : Kind::kNone; }
  bool is(Kind kind) const { return this->kind() == kind; }
  bool empty() const { return node_ == nullptr; }
  explicit operator bool() const { return node_ != nullptr; }
  // Returns the printed form. Valid until the process ends.
  std::string_view text() const { return node_ ? std::string_view(node_->text) : ""; }
  std::string str() const { return std::string(text()); }  // a copy

  // Returns the last name of a library's object or an attribute; the path of a file, spec or
  // getter; the text between the brackets of an item. Empty for other kinds.
  std::string_view name() const;
  // Of an attribute, a result or an item: the object before it.
  Symbol owner() const;
  // Of what a call returns, the callee; of an object of a class, the class; none for other kinds.
  Symbol callee() const;
  // Of a property, what reads it; of a function, the object that it is bound to, which may be none.
  Symbol target() const;
  // Of what the project defines: the index of its module, and the byte offset where it begins.
  int module() const { return checked(node_ && node_->module >= 0)->module; }
  std::uint32_t offset() const { return checked(node_ && node_->module >= 0)->offset; }
  // Of a function: the index of its closure; -1 for none. Of a bound function, its number.
  int closure() const { return checked(is(Kind::kFunction))->closure; }
  std::size_t number() const { return checked(is(Kind::kBound))->offset; }
  // Of a class or its object, or of an attribute of one of them: the class. Others as they are.
  Symbol class_of() const { return node_ && node_->own_class ? Symbol(node_->own_class) : *this; }

  // Returns the kind of the root, which is the kind of the symbol itself if nothing follows.
  Kind root() const { return node_ ? node_->root : Kind::kNone; }
  // Returns what follows the root: "()", ".a.b".
  std::string_view behind_root() const { return node_ ? text().substr(node_->root_size) : ""; }
  // Returns the path below the root if that is of this kind: "a.b" for "<config>.a.b", "" for the
  // root itself. nullopt for other roots and for what a call of the root returns.
  std::optional<std::string_view> path_in(Kind root) const;
  // The same of the loaded config, of the options of the command line, and of the environment.
  std::optional<std::string_view> config_key() const { return path_in(Kind::kConfig); }
  std::optional<std::string_view> option() const { return path_in(Kind::kOptions); }
  std::optional<std::string_view> variable() const { return path_in(Kind::kEnvironment); }
  // Returns the name of the package that a library's object is in; empty for a relative import.
  std::string_view package() const;

  // Each returns true by the root: a module, function or class of the project, an object of a class
  // or what a generator returns; a function, a class or an object of a class; an object that is not
  // known, or another one in each turn of a loop; an object that the analysis names.
  bool is_of_project() const { return node_ && node_->module >= 0 && root() != Kind::kDeferred; }
  bool is_defined() const { return root() == Kind::kFunction || class_of().is(Kind::kClass); }
  bool is_unknown() const { return root() == Kind::kUnknown || root() == Kind::kTurn; }
  bool is_of_analysis() const { return text().starts_with('<'); }
  // Each returns true for: an object of a class of the project, or a member of an enumeration; a
  // module, a function or a class; what a call on the way to it returns; a dotted path of names.
  bool is_instance() const { return is(Kind::kInstance) || is(Kind::kMember); }
  bool is_definition() const { return !node_ || node_->is_definition; }
  bool has_call() const { return node_ && node_->has_call; }
  bool is_dotted_name() const { return node_ && node_->is_dotted; }
  // Returns true for an attribute of this name: of any object, or of the root of that kind.
  bool is_method(std::string_view name) const;
  bool is_method(Kind of, std::string_view name) const;
  // Returns true for an attribute of an object, an attribute of that, and so on, and for what their
  // calls return, but not for the object itself.
  bool is_inside(std::string_view object) const { return path_below(object).has_value(); }
  // Returns the path from an object to what is inside of it: "a.b" of "x.a.b" below "x".
  std::optional<std::string_view> path_below(std::string_view object) const;
  // Returns true for the object itself, for what is inside, for its items and results of its calls.
  bool is_from(Symbol object) const;

  friend bool operator==(Symbol, Symbol) = default;
  friend bool operator==(Symbol a, std::string_view text) { return a.text() == text; }
  friend auto operator<=>(Symbol a, Symbol b) {
    return a == b ? std::strong_ordering::equal : a.text() <=> b.text();
  }
  std::size_t hash() const { return node_ ? node_->hash : 0; }
  // For script/symbols.h alone: what it has noted of the symbol. Null for no symbol.
  std::atomic<std::uint16_t>* roles() const { return node_ ? &node_->roles : nullptr; }

 private:
  explicit Symbol(const SymbolNode* node) : node_(node) {}
  static Symbol made(std::string_view begin, std::string_view rest);
  static Symbol at(std::string_view begin, int module, std::uint32_t offset);
  Symbol with(std::string_view more, std::string_view end = {}) const;
  const SymbolNode* checked([[maybe_unused]] bool has) const { return assert(has), node_; }

  const SymbolNode* node_ = nullptr;  // never freed
};
}  // namespace mmlint::script

template <>
struct std::hash<mmlint::script::Symbol> {
  std::size_t operator()(mmlint::script::Symbol symbol) const { return symbol.hash(); }
};
