#pragma once

#include <cstdint>

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

}  // namespace mmlint::syntax
