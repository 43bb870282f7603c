#pragma once

#include "value/base_tokens.h"
#include "value/pool.h"
#include "value/problem.h"

namespace mmlint::python {

// The reason that is given for a text that is unknown because it holds a syntax::UnknownTemplate.
inline constexpr std::string_view kUnknownTemplate =
    "MMEngine puts in an environment variable, and what it puts in is not known";

// A key that the code removed from a dict.
struct Deletion {
  const Value* dict;
  const Value* key;
  Span span;
};

// What the body of a config does that raises no exception although hardly anybody means it, and
// what is needed to notice it.
struct Hazards {
  std::vector<Problem> found;  // each place once
  std::vector<Deletion> deletions;
  std::unordered_set<std::string_view> frozen;  // lazy: names that imports of frozen modules bind
  // Classic: the tokens that stand in the text for base variables; null if there are none. With
  // `other_tokens` they get other digits.
  const BaseTokens* tokens = nullptr;
  bool other_tokens = false;
  // Classic: the templates that stay in the text, in its order.
  std::span<const syntax::UnknownTemplate> unknown_templates;

  // Adds a problem to `found` unless it is there already.
  void warn(ProblemKind kind, Span span, std::map<std::string, std::string> captures = {});
  // Warns if the value holds a base variable's token. It is to be called where code looks into a
  // value, because a token may only be handed on as a whole.
  void look_into(const Value& value) {
    if (tokens) warn_of_token(value);
  }
  // Returns true if what is written at a place holds a template that has no known value.
  bool holds_unknown_template(Span place) const;
  // Returns the text of a string literal, with other digits in its tokens if `other_tokens`.
  std::string_view text_of_literal(Pool& pool, std::string_view text) const {
    return other_tokens ? with_other_tokens(pool, text) : text;
  }

 private:
  void warn_of_token(const Value& value);
  std::string_view with_other_tokens(Pool& pool, std::string_view text) const;
};

}  // namespace mmlint::python
