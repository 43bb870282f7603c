#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "value/base_tokens.h"
#include "value/problem.h"
#include "value/value.h"

namespace mmlint::python {

// A key that the code removed from a dict.
struct Deletion {
  const Value* dict;
  const Value* key;
  Span span;
};

// What the body of a config does without an exception although hardly anybody means it.
struct Hazards {
  std::vector<Problem> found;  // each place once
  std::vector<Deletion> deletions;
  // Classic: the tokens that stand in the text for base variables; null if there are none. With
  // `other_tokens` they get other digits.
  const BaseTokens* tokens = nullptr;
  bool other_tokens = false;

  void warn(ProblemKind kind, Span span, std::map<std::string, std::string> captures = {});
  // To be called where code looks into a value: a token must only be handed on.
  void look_into(const Value& value) {
    if (tokens) warn_of_token(value);
  }
  std::string_view text_of_literal(Pool& pool, std::string_view text) const {
    return other_tokens ? with_other_tokens(pool, text) : text;
  }

 private:
  void warn_of_token(const Value& value);
  std::string_view with_other_tokens(Pool& pool, std::string_view text) const;
};

}  // namespace mmlint::python
