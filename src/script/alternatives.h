#pragma once

#include "script/guard.h"
#include "script/sites.h"
#include "script/symbol.h"
#include "value/value.h"

// The alternatives of an expression: the values that it may have when the script runs. The analysis
// walks every feasible path and keeps the values of different paths apart, so that each alternative
// has a path condition of its own.
namespace mmlint::script {

// One value that an expression may have.
struct Alternative {
  struct Unknown {};  // the value may be anything
  struct Data {       // the value is known, but its parts may be of the kind kUnknown
    const Value* value;
  };
  struct Prefix {  // the value is some string that begins with `text`
    const Value* text;
  };
  // A symbol: the value is an object of a library or of the script.
  std::variant<Unknown, Data, Prefix, Symbol> what;  // Summary::pool owns the values
  Span at;      // the literal, or the expression that computed the value
  Guard guard;  // the path condition: it must hold wherever the expression has this value
  // The allocation sites of the object at the root of the symbol: for "DDP().module" the calls of
  // DDP. Of an unknown value: the objects that it may be.
  Sites sites = {};

  bool is_unknown() const { return std::holds_alternative<Unknown>(what); }
  bool is_symbol() const { return std::holds_alternative<Symbol>(what); }
  // Each returns the content of an alternative of that kind; null, or no symbol, for one of another
  // kind.
  const Value* data() const;
  const Value* prefix() const;
  Symbol symbol() const;
  // Returns the data, or the string that is the prefix; null for the other kinds.
  const Value* value() const { return data() ? data() : prefix(); }

  // Returns true if the value is exactly this string.
  bool is_text(std::string_view text) const { return data() && data()->is_string(text); }
};

// All values that an expression may have: a may fact, the run has exactly one of them. Never empty:
// an expression of which nothing is known has one alternative of the kind unknown.
using Alternatives = std::vector<Alternative>;
// The longest list, which bounds the size of a state. either() replaces a longer one by one unknown
// alternative.
inline constexpr std::size_t kMaxAlternatives = 12;

// Returns one unknown alternative.
Alternatives unknown(Span at);
// Returns one alternative that is a symbol.
Alternatives symbol(Symbol symbol, Span at, Sites sites = {});
// Returns the alternatives whose guards do not contradict `guard`, with `guard` added to theirs.
// The result may be empty.
Alternatives under(Alternatives alternatives, const Guard& guard);
// Returns the same, but for alternatives that all contradict the guard, which are returned as they
// are.
Alternatives on_path(const Alternatives& alternatives, const Guard& guard);
// Narrows the alternatives that are the option of the command line with this name: its default is
// there only on paths on which `guard` holds. Returns true if one of them was narrowed.
bool narrow_option(Alternatives& alternatives, std::string_view option, const Guard& guard);
// Returns the union of two lists, for the join of two paths. An alternative that is in both gets
// the conditions that its two guards share, and the sites of both.
Alternatives either(Alternatives a, const Alternatives& b);
// Returns true if two lists have the same alternatives under the same guards, in the same order.
bool same(const Alternatives& a, const Alternatives& b);
// Returns one alternative that is data.
Alternatives data_of(const Value* value, Span at);
// Returns an item of a container as an alternative: a reference becomes a symbol, an item of the
// kind kUnknown becomes unknown, anything else is data. A reference that is a literal stands where
// the call is that makes the object.
Alternative alternative_of(const Value& item, Span at);
// Each returns the only alternative of a list if that is data, or a symbol; null otherwise. The
// pool owns the data; the alternative belongs to the list.
const Value* only_data(const Alternatives& alternatives);
const Alternative* only_symbol(const Alternatives& alternatives);
// Returns the text of the only alternative of a list if that is a string; empty otherwise. The pool
// owns the text.
std::string_view text_of(const Alternatives& alternatives);

// What is known of the outcome of a condition. `can_hold` and `can_fail` are may facts: false
// excludes that branch, and both are false only where the condition is not reached. The guards are
// must facts: `if_holds` holds on every path on which the condition holds, `if_fails` on every path
// on which it fails.
struct Truth {
  bool can_hold = true, can_fail = true;
  Guard if_holds, if_fails;
  // May: the outcome differs between the processes of one run or between the turns of a loop, so
  // that one run takes both branches.
  bool varies = false;
  // What is known of the outcome if nobody gives the option of the command line `option`, whose
  // default the condition compares with a text; null if that is nothing more.
  std::string option = {};
  std::shared_ptr<const Truth> usual = {};
  // The path conditions of the ways in which it holds or fails, one of which a path has taken: what
  // they share is if_holds or if_fails. Empty if they are not told apart.
  std::vector<Guard> holds_by = {}, fails_by = {};

  void hold_on(const Guard& path);  // adds a way
  void fail_on(const Guard& path);
  // Returns the ways in which it fails, or holds, that ask for a device and leave no way for the
  // other outcome. `n >= 2` of n = torch.cuda.device_count() surely fails where there is no CUDA.
  std::vector<Guard> surely_fails() const;
  std::vector<Guard> surely_holds() const;
};
// Returns what is known of bool() of a value.
Truth truth(const Alternatives& alternatives);
// Returns a condition that holds exactly if the answer to the question is yes; the answer is open.
Truth answer_of(const Question& question);
// Returns a condition that holds if a value, which may be a part of the config, is the text "a", or
// one of the texts "a|b"; the answer is open.
Truth is_one_of(const Alternative& value, const std::string& texts);
// Returns `not` of a condition, and `and` of two.
Truth negated(Truth truth);
Truth both(const Truth& a, const Truth& b);
// Returns a condition of which is known that it holds, or that it does not.
Truth known_truth(bool holds);
// Return what is known of a == b, and of item in owner.
Truth equality(const Alternatives& a, const Alternatives& b);
Truth membership(const Alternatives& item, const Alternatives& owner);

}  // namespace mmlint::script
