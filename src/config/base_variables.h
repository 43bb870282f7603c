#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "python/eval/evaluator.h"
#include "value/base_tokens.h"

namespace mmlint::config {

// What becomes of {{_base_.x}} in a classic config: while the body runs, a random text stands for
// it, which is then replaced where it is a whole value (rules T3, S2 to S4).

// A copy with such a text for every string in it; what is shared stays so.
class OtherTokens {
 public:
  OtherTokens(Pool& pool, const BaseTokens& tokens) : pool_(pool), tokens_(tokens) {}
  Value* copy(Value& value);

 private:
  Pool& pool_;
  const BaseTokens& tokens_;
  std::unordered_map<const Value*, Value*> done_;
};

// Compares what the body made of two different choices of tokens. What is not the same is random in
// MMEngine as well: it becomes unknown, and a hazard says why (MM014, MM016).
class RandomText {
 public:
  RandomText(python::Evaluator& e, const BaseTokens& tokens) : e_(e), tokens_(tokens) {}

  // Returns `one`, which it changes where the two differ. If `replaced`, a token that is a whole
  // value will be replaced by the base's value, and counts as equal.
  Value* settle(Value* one, const Value& other, bool replaced, int depth = 0);

 private:
  bool equal_leaves(const Value& one, const Value& other, bool replaced) const;
  Value* settle_container(Value* one, const Value& other, bool replaced, int depth);
  void blame(const Value& value);
  void warn_if_new(ProblemKind kind, Span span, const std::string& variable);
  void blame_members(const Value& one, const Value& other);
  Value* random(const Value& value);

  python::Evaluator& e_;
  const BaseTokens& tokens_;
  std::unordered_map<const Value*, Value*> done_;
};

// Puts the base's values in the places of {{_base_.x}}, once the body has run.
class BaseVariables {
 public:
  BaseVariables(python::Evaluator& e, Value& base, const BaseTokens& tokens)
      : e_(e), base_(base), tokens_(tokens) {}

  Value* replace(Value* value, const Origin*& origin, int depth = 0);

 private:
  Value* read(const syntax::BaseVariable& variable, const Origin*& origin);

  python::Evaluator& e_;
  Value& base_;
  const BaseTokens& tokens_;
  std::unordered_set<const Value*> seen_;  // a value may stand in many places
};

}  // namespace mmlint::config
