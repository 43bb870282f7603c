#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "script/guard.h"
#include "value/value.h"

// What an expression of a training script may stand for. The analysis walks every feasible path
// and keeps apart what the paths make of a value, so that each alternative has a path condition of
// its own.
namespace mmlint::script {

// One value that an expression may have.
struct Alternative {
  enum class Kind : std::uint8_t {
    kUnknown,  // anything
    kValue,    // `value`: data, parts of which may be of the kind unknown
    kPrefix,   // a string that begins with the text of `value`
    kSymbol,   // `symbol`: what a library or the script itself has under this name; see symbols.h
  } kind = Kind::kUnknown;
  const Value* value = nullptr;  // owned by the summary's pool
  std::string symbol;
  Span at;      // the literal, or the expression that computed it
  Guard guard;  // must hold wherever the expression has this value

  bool is_text(std::string_view text) const {
    return kind == Kind::kValue && value->is_string(text);
  }
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
// The union of two lists, for where paths meet. What is in both keeps what its two guards share.
Alternatives either(Alternatives a, const Alternatives& b);
// Whether two lists have the same alternatives under the same guards, in the same order.
bool same(const Alternatives& a, const Alternatives& b);
// The alternative if there is but one and it is of this kind; null otherwise. Points into the list.
const Alternative* only(const Alternatives& alternatives, Alternative::Kind kind);
// The text of the alternative if there is but one and it is a string; empty otherwise. The pool
// owns it.
std::string_view text_of(const Alternatives& alternatives);

// What is known of a condition. `can_hold` and `can_fail` are may facts: false excludes the branch,
// and both are false only where the condition is not reached. The guards are must facts: what holds
// wherever the condition holds, or fails.
struct Truth {
  bool can_hold = true, can_fail = true;
  Guard if_holds, if_fails;
};
// The truth of a value as bool() sees it.
Truth truth(const Alternatives& alternatives);
// A condition that asks just this question, whose answer is not known.
Truth answer_of(const Question& question);
// `not` of a condition.
Truth negated(Truth truth);

}  // namespace mmlint::script
