#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "script/guard.h"
#include "value/value.h"

// What an expression of a training script may stand for. The analysis walks every feasible path
// and keeps apart what the paths make of a value, so that each alternative has a path condition of
// its own.
namespace mmlint::script {

// One value that an expression may have.
struct Alternative {
  struct Unknown {};  // anything
  struct Data {       // parts of it may be of the kind unknown
    const Value* value;
  };
  struct Prefix {  // any string that begins with this one
    const Value* text;
  };
  struct Symbol {  // what a library or the script itself has under this name; see symbols.h
    std::string name;
  };
  std::variant<Unknown, Data, Prefix, Symbol> what;  // the summary's pool owns the values
  Span at;      // the literal, or the expression that computed it
  Guard guard;  // must hold wherever the expression has this value

  bool is_unknown() const { return std::holds_alternative<Unknown>(what); }
  bool is_symbol() const { return std::holds_alternative<Symbol>(what); }
  // Null, or empty, if it is of another kind.
  const Value* data() const;
  const Value* prefix() const;
  const std::string& symbol() const;
  // The data, or the string that is the prefix; null for the other kinds.
  const Value* value() const { return data() ? data() : prefix(); }

  bool is_text(std::string_view text) const { return data() && data()->is_string(text); }
};

// All values that an expression may have: a may fact, the run has exactly one of them. Never empty:
// an expression of which nothing is known has one alternative of the kind unknown.
using Alternatives = std::vector<Alternative>;
// Bounds the state. A list that would be longer is replaced by one unknown alternative.
inline constexpr std::size_t kMaxAlternatives = 12;

// One unknown alternative.
Alternatives unknown(Span at);
// One alternative that is a symbol.
Alternatives symbol(std::string name, Span at);
// What is left of a list where the guard holds, with the guard; may be empty.
Alternatives under(Alternatives alternatives, const Guard& guard);
// The union of two lists, for where paths meet. What is in both keeps what its two guards share.
Alternatives either(Alternatives a, const Alternatives& b);
// Whether two lists have the same alternatives under the same guards, in the same order.
bool same(const Alternatives& a, const Alternatives& b);
// One alternative that is data.
Alternatives data_of(const Value* value, Span at);
// What stands in a container as an alternative of its own: the name of something is a symbol.
Alternative alternative_of(const Value& item, Span at);
// The data, or the alternative that is a symbol, if the list has no other alternative; null
// otherwise. Points into the list.
const Value* only_data(const Alternatives& alternatives);
const Alternative* only_symbol(const Alternatives& alternatives);
// The text of the alternative if there is but one and it is a string; empty otherwise. The pool
// owns it.
std::string_view text_of(const Alternatives& alternatives);

// What is known of a condition. `can_hold` and `can_fail` are may facts: false excludes the branch,
// and both are false only where the condition is not reached. The guards are must facts: what holds
// wherever the condition holds, or fails.
struct Truth {
  bool can_hold = true, can_fail = true;
  Guard if_holds, if_fails;
  bool varies = false;  // may: some process of a run, or some turn of a loop, gives each answer
};
// The truth of a value as bool() sees it.
Truth truth(const Alternatives& alternatives);
// A condition that asks just this question, whose answer is not known.
Truth answer_of(const Question& question);
// `not` of a condition.
Truth negated(Truth truth);

}  // namespace mmlint::script
