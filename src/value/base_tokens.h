#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "syntax/templates.h"

namespace mmlint {

// The tokens that stand for the base variables of one file. The variables must outlive it.
class BaseTokens {
 public:
  explicit BaseTokens(std::span<const syntax::BaseVariable> variables);

  // Returns the first variable that a token stands for, or null for any other text.
  const syntax::BaseVariable* find(std::string_view token) const;
  std::span<const syntax::BaseVariable> variables() const { return variables_; }
  // Returns the text of a literal with other random digits in each of its tokens.
  std::string with_other_digits(std::string_view text) const;

 private:
  std::span<const syntax::BaseVariable> variables_;
  std::unordered_map<std::string_view, const syntax::BaseVariable*> by_token_;
};

}  // namespace mmlint
