#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::config {

// How mmlint evaluates {{_base_.x}} in a classic config. MMEngine puts a random text, the token, in
// its place, runs the body, and then replaces every whole value that is a token by the value of the
// base (rules T3, S2 to S4).

// Copies values, owned by `pool`, with other random digits in the tokens of every string. A value
// that occurs twice is copied once.
class OtherTokens {
 public:
  OtherTokens(Pool& pool, const BaseTokens& tokens) : pool_(pool), tokens_(tokens) {}
  Value* copy(Value& value);

 private:
  Pool& pool_;
  const BaseTokens& tokens_;
  std::unordered_map<const Value*, Value*> done_;
};

// Compares the values that two runs of the body made with different tokens. Where they differ, the
// value is random in MMEngine as well: it becomes unknown, and a hazard says why (MM014, MM016).
class RandomText {
 public:
  RandomText(python::Evaluator& e, const BaseTokens& tokens) : e_(e), tokens_(tokens) {}

  // Returns `one`, changed in place where the two differ, or an unknown value instead of it. If
  // `replaced` is true, a token that is a whole value counts as equal, since BaseVariables will
  // replace it.
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

// Replaces the tokens by the values of the base, once the body has run.
class BaseVariables {
 public:
  BaseVariables(python::Evaluator& e, Value& base, const BaseTokens& tokens)
      : e_(e), base_(base), tokens_(tokens) {}

  // Returns `value`, with every token in it replaced in place, or the base's value if it is a token
  // itself; then `origin` becomes the origin of that value.
  Value* replace(Value* value, const Origin*& origin, int depth = 0);

 private:
  Value* read(const syntax::BaseVariable& variable, const Origin*& origin);

  python::Evaluator& e_;
  Value& base_;
  const BaseTokens& tokens_;
  std::unordered_set<const Value*> seen_;  // containers already visited
};

}  // namespace mmlint::config
