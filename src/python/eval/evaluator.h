#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "python/eval/environment.h"
#include "python/eval/flow.h"
#include "python/eval/hazards.h"
#include "python/eval/objects.h"
#include "python/eval/outside.h"
#include "python/eval/raised.h"
#include "syntax/ast.h"
#include "value/limits.h"
#include "value/value.h"

namespace mmlint::python {

// Runs the body of one config as Python would, over Values. What it cannot compute becomes unknown
// and taints everything it may have changed. Exceptions of the config are thrown as Raised.
class Evaluator {
 public:
  Evaluator(Pool& pool, FileId file, const Outside& outside);  // what it refers to is not kept

  // The global names; a live dict.
  Value* globals() { return module_.names; }
  bool lazy = false;                    // imports make lazy objects
  bool scoped_bases = false;            // a base was named as `pkg::path`
  const TakenOut* taken_out = nullptr;  // what is not run at all; may be null
  const Handled* handled = nullptr;     // null outside of handlers
  bool globals_unknown = false;         // something unknown may have bound any name
  Environment environment;              // os.environ
  Hazards hazards;                      // what the code did that hardly anybody means

  Flow run(const syntax::Stmt& stmt);
  Flow run(std::span<syntax::Stmt const* const> block);
  Value* eval(const syntax::Expr& expr);

  // --- for the files of this folder ---
  Pool& pool() { return pool_; }
  const Limits& limits() const { return outside_.limits; }
  const Outside& outside() const { return outside_; }
  Span span(const syntax::Expr& e) const { return {file_, e.begin, e.end}; }
  Span span(const syntax::Stmt& s) const { return {file_, s.begin, s.end}; }
  FileId file() const { return file_; }

  void step(std::uint64_t count = 1);  // counts work; throws LimitReached
  void check_items(std::size_t count, Span span);
  void check_text(std::size_t bytes, Span span);
  Value* new_text(std::string_view text, Span span);  // a copy, counted
  // Raises TypeError for what cannot be a key; false if it holds something unknown.
  bool check_key(const Value& key, Span span);
  Value* unknown(std::string_view reason, Span span);
  std::uint64_t unknowns() const { return unknowns_; }  // how many were made so far
  [[noreturn]] void raise(std::string exception, std::string detail, Span span);
  // For a name that is not among those that are there.
  [[noreturn]] void raise_missing(std::string exception, std::string detail, std::string_view name,
                                  const std::vector<std::string>& there, Span span);

  // A child value as it is to be used: a base's is thawed and put back into its place.
  Value* live(Value*& slot);
  Value* live_entry(Value& dict, std::size_t i) { return live(dict.dict.at(i).value); }
  // The items of any iterable. Null if they are not known.
  const std::vector<Value*>* iterate(Value& value, Span span);
  // Python's truth; unknown values have none.
  enum class Truth : std::uint8_t { kFalse, kTrue, kUnknown };
  Truth truth(const Value& value);

  Value* call(Value& callee, const Arguments& arguments);
  Value* attribute(Value& object, std::string_view name, Span span);
  Value* item(Value& object, Value& key, Span span);
  void set_item(Value& object, Value& key, Value& value, const Origin* origin, Span span);
  void set_attribute(Value& object, std::string_view name, Value& value, const Origin* origin,
                     Span span);
  // A base's value is changed through another name than `_base_` (rule A1).
  void warn_of_edit(const Value& value, const syntax::Expr& target);
  void warn_of_call(const Value& callee, const syntax::Expr& written);
  // A loop's names and the like are global names at top level, and so keys of the config.
  void warn_of_leak(const syntax::Expr& target);
  // A `with read_base():` that is not the config's first one: its imports become strings (rule Z2).
  void warn_of_read_base(const syntax::Expr& context);
  void assign(const syntax::Expr& target, Value& value, const Origin* origin);
  void bind(std::string_view name, Value& value, const Origin* origin);
  // Stores into a ConfigDict convert plain dicts and rebuild lists (ConfigDict._hook).
  Value* hook(Value& value);
  Value* deep_copy(Value& value);

  // Whatever the code, or a use of the value, may change becomes unknown.
  void taint(std::span<syntax::Stmt const* const> block, std::string_view reason);
  void taint(const syntax::Expr& expr, std::string_view reason);
  void taint(Value& value, std::string_view reason, Span span);
  void taint(Object& object, std::string_view reason, Span span);
  void taint_everything(std::string_view reason, Span span);  // any name may have any value

  // The origin of the dict entry that was read last by a name, attribute or subscript, null after
  // anything else; how a base variable knows where its value was set.
  const Origin* last_read = nullptr;
  // Every entry that the statement has read so far, in order; of a.b.c only the last.
  std::vector<const Origin*> reads;
  void note_read(const Origin* origin);
  // How a value came to a key as this expression; `first_read` counts the reads before it.
  const Origin* origin_of(Span key, const syntax::Expr& expr, const Value& value,
                          std::size_t first_read);
  // Of a.b and a[b] the read of a counts no more once that of b is known.
  void forget_read(const syntax::Expr& object, std::size_t end);
  // Keys that were taken out of dicts, for the origin of what is not there.
  std::vector<Removal> removals;
  void note_removal(const Value& dict, const Value& key, Span at);

  // What the config set on lazy objects themselves.
  std::map<std::pair<const Object*, std::string>, Value*> lazy_attributes;

  Scope& scope() { return *scope_; }
  Scope& module_scope() { return module_; }
  Scope& new_scope(Scope scope) { return scopes_.emplace_back(std::move(scope)); }
  // The names that a function was defined among; those of a base are copied first.
  Scope* scope_around(const FunctionObject& function);
  Value* lookup(std::string_view name, Span span);

 private:
  friend class DepthGuard;
  friend class ScopeGuard;
  friend struct Statements;
  Value* call_function(Value& callee, const FunctionObject& function, const Arguments& arguments);

  Pool& pool_;
  FileId file_;        // of the code that runs now; a base's function has another
  const FileId home_;  // of the config itself
  const Outside outside_;
  std::deque<Scope>& scopes_;  // of modules, calls and comprehensions; the pool keeps them, as
                               // functions that leave a config still look into them
  std::unordered_map<const Value*, Scope*> foreign_scopes_;
  std::set<const Object*> being_tainted_;
  std::unordered_map<std::string_view, Value*> builtins_;
  Scope& module_;
  Scope* scope_;
  std::uint64_t steps_ = 0;
  std::uint64_t unknowns_ = 0;
  int depth_ = 0;
  bool attributes_set_ = false;  // of a function or another object
  Value* returned_ = nullptr;
};

}  // namespace mmlint::python
