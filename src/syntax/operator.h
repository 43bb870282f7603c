#pragma once

#include "base/std.h"

namespace mmlint::syntax {

// The operators of unary, binary, boolean and comparison expressions.
enum class Operator : std::uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kFloorDivide,
  kModulo,
  kPower,
  kMatrixMultiply,
  kLeftShift,
  kRightShift,
  kBitAnd,
  kBitOr,
  kBitXor,
  kPositive,
  kNegative,
  kInvert,
  kNot,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIn,
  kNotIn,
  kIs,
  kIsNot,
  kAnd,
  kOr,
};

// Returns the operator that is written "+" and the like; nullopt for other texts, such as "+=".
std::optional<Operator> binary_operator(std::string_view text);
// Returns how a binary operator is written; empty for the others.
std::string_view text_of(Operator op);
// Returns the operator that is written "<", "in" and the like; nullopt for other texts, also for
// those of two words.
std::optional<Operator> comparison_operator(std::string_view text);

}  // namespace mmlint::syntax
