#pragma once

#include "syntax/templates.h"

namespace mmlint {

// Looks up the tokens of one classic config: MMEngine puts a random text, the token, in the place
// of each {{_base_.x}} before it runs the file (syntax/templates.h). The variables must outlive
// this object.
class BaseTokens {
 public:
  explicit BaseTokens(std::span<const syntax::BaseVariable> variables);

  // Returns the first variable whose token is exactly this text, or null if none is.
  const syntax::BaseVariable* find(std::string_view token) const;
  std::span<const syntax::BaseVariable> variables() const { return variables_; }
  // Returns a copy of the text of a string literal in which the random digits of every token
  // differ: what another run of MMEngine may see.
  std::string with_other_digits(std::string_view text) const;

 private:
  std::span<const syntax::BaseVariable> variables_;
  std::unordered_map<std::string_view, const syntax::BaseVariable*> by_token_;
};

}  // namespace mmlint
