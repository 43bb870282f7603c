#pragma once

#include "python/eval/environment.h"
#include "python/eval/hazards.h"
#include "python/eval/outside.h"
#include "python/eval/raised.h"

namespace mmlint::python {

// Runs the body of one config as Python would, over Values that the Pool owns. What it cannot
// compute becomes unknown, and "taints" what it may have changed: makes that unknown as well. Its
// functions throw Raised for an exception of the config and LimitReached at a limit.
class Evaluator {
 public:
  Evaluator(Pool& pool, FileId file, const Outside& outside);  // what they refer to must outlive it

  Value* globals() { return module_.names; }  // the dict of global names itself, no copy
  bool lazy = false;                          // imports make lazy objects
  bool scoped_bases = false;                  // a base was named as `pkg::path`
  const TakenOut* taken_out = nullptr;        // statements that are not run; may be null
  const Handled* handled = nullptr;           // the exception in hand; null outside of handlers
  bool globals_unknown = false;               // something unknown may have bound any name
  Environment environment;                    // os.environ
  Hazards hazards;                            // what the code did that hardly anybody means

  Flow run(const syntax::Stmt& stmt);  // runs it and says where it leads
  Flow run(std::span<syntax::Stmt const* const> block);
  Value* eval(const syntax::Expr& expr);  // never null
  // --- for the files of this folder ---
  Pool& pool() { return pool_; }
  const Limits& limits() const { return outside_.limits; }
  const Outside& outside() const { return outside_; }
  Span span(const syntax::Expr& e) const { return {file_, e.begin, e.end}; }
  Span span(const syntax::Stmt& s) const { return {file_, s.begin, s.end}; }
  FileId file() const { return file_; }

  void step(std::uint64_t count = 1);                 // counts work; throws LimitReached
  void check_items(std::size_t count, Span span);     // throws LimitReached
  void check_text(std::size_t bytes, Span span);      // throws LimitReached
  Value* new_text(std::string_view text, Span span);  // a string of the pool, checked so
  // Returns false if a key holds something unknown; raises TypeError for what cannot be a key.
  bool check_key(const Value& key, Span span);
  Value* unknown(std::string_view reason, Span span);   // a new unknown value
  std::uint64_t unknowns() const { return unknowns_; }  // how many were made so far
  [[noreturn]] void raise(std::string exception, std::string detail, Span span);  // throws Raised
  // Raises for a name that is not in `there`; the exception tells the most similar of these.
  [[noreturn]] void raise_missing(std::string exception, std::string detail, std::string_view name,
                                  const std::vector<std::string>& there, Span span);

  // Returns the child value in a slot. If it is a base's (frozen), its copy takes its place first.
  Value* live(Value*& slot);
  Value* live_entry(Value& dict, std::size_t i) { return live(dict.edit_dict().at(i).value); }
  // Returns the items of any iterable, of a list its own; null if unknown. Raises TypeError.
  const Value::Items* iterate(Value& value, Span span);
  enum class Truth : std::uint8_t { kFalse, kTrue, kUnknown };  // kUnknown: of unknown values
  Truth truth(const Value& value);                              // as Python's bool()

  // Do what Python does. What is unknown gives unknown; a null origin stands for a computed value.
  Value* call(Value& callee, const Arguments& arguments);
  Value* attribute(Value& object, std::string_view name, Span span);
  Value* item(Value& object, Value& key, Span span);
  void set_item(Value& object, Value& key, Value& value, const Origin* origin, Span span);
  void set_attribute(Value& object, std::string_view name, Value& value, const Origin* origin,
                     Span span);
  // Warns if a base's value is changed through another name than `_base_` (rule A1).
  void warn_of_edit(const Value& value, const syntax::Expr& target);
  void warn_of_call(const Value& callee, const syntax::Expr& written);  // by a method
  void warn_of_frozen(const syntax::Expr& called);  // a function of a module that Python freezes
  // Warns of names that a loop or the like binds at top level, where they are keys of the config.
  void warn_of_leak(const syntax::Expr& target);
  // Warns of a `with read_base():` after the first one: its imports become strings (rule Z2).
  void warn_of_read_base(const syntax::Expr& context);
  void assign(const syntax::Expr& target, Value& value, const Origin* origin);  // to any target
  void bind(std::string_view name, Value& value, const Origin* origin);         // to a name
  // Returns what a ConfigDict stores: plain dicts converted, lists rebuilt (ConfigDict._hook).
  Value* hook(Value& value);
  Value* deep_copy(Value& value);  // as copy.deepcopy()

  // Make unknown whatever the code, or a use of the value, may change.
  void taint(std::span<syntax::Stmt const* const> block, std::string_view reason);
  void taint(const syntax::Expr& expr, std::string_view reason);
  void taint(Value& value, std::string_view reason, Span span);
  void taint(Object& object, std::string_view reason, Span span);
  void taint_everything(std::string_view reason, Span span);  // any name may have any value

  // The origin of the entry that was read last by a name, attribute or subscript, null after
  // anything else; how a base variable knows where its value was set.
  const Origin* last_read = nullptr;
  // The origins of the entries that the statement has read so far, in order; of a.b.c only c's.
  std::vector<const Origin*> reads;
  void note_read(const Origin* origin);  // writes both
  // Returns the origin of a key that is set to `expr`, whose first read is reads[first_read].
  const Origin* origin_of(Span key, const syntax::Expr& expr, const Value& value,
                          std::size_t first_read);
  // Removes the read of `object`, reads[end - 1], after a read of object.b or object[b].
  void forget_read(const syntax::Expr& object, std::size_t end);
  // The keys that the config took out of dicts; they explain why a key is not there.
  std::vector<Removal> removals;
  void note_removal(const Value& dict, const Value& key, Span at);

  // The attributes that the config set on lazy objects, by object and name.
  std::map<std::pair<const Object*, std::string>, Value*> lazy_attributes;

  Scope& scope() { return *scope_; }         // of the code that runs now
  Scope& module_scope() { return module_; }  // of the global names
  Scope& new_scope(Scope scope) { return scopes_.emplace_back(std::move(scope)); }
  // Returns the scope that a function was defined in; that of a base is copied first, once.
  Scope* scope_around(const FunctionObject& function);
  Value* lookup(std::string_view name, Span span);  // raises NameError

 private:
  friend class DepthGuard;
  friend class ScopeGuard;
  friend struct Statements;
  Value* call_function(Value& callee, const FunctionObject& function, const Arguments& arguments);

  Pool& pool_;
  FileId file_;        // of the code that runs now; a base's function has another
  const FileId home_;  // of the config itself
  const Outside outside_;
  std::deque<Scope>& scopes_;  // the pool's, as functions that leave a config look into them
  std::unordered_map<const Value*, Scope*> foreign_scopes_;
  std::set<const Object*> being_tainted_;
  std::vector<std::pair<std::string_view, Value*>> builtins_;  // those that were read
  Scope& module_;
  Scope* scope_;
  std::uint64_t steps_ = 0;
  std::uint64_t unknowns_ = 0;
  int depth_ = 0;
  bool attributes_set_ = false;  // of a function or another object
  Value* returned_ = nullptr;
};

}  // namespace mmlint::python
