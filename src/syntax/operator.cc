#include "syntax/operator.h"

namespace mmlint::syntax {
namespace {

struct OperatorName {
  std::string_view text;
  Operator op;
};
constexpr OperatorName kBinary[] = {
    {"+", Operator::kAdd},         {"-", Operator::kSubtract},       {"*", Operator::kMultiply},
    {"/", Operator::kDivide},      {"//", Operator::kFloorDivide},   {"%", Operator::kModulo},
    {"**", Operator::kPower},      {"@", Operator::kMatrixMultiply}, {"<<", Operator::kLeftShift},
    {">>", Operator::kRightShift}, {"&", Operator::kBitAnd},         {"|", Operator::kBitOr},
    {"^", Operator::kBitXor},
};
constexpr OperatorName kComparison[] = {
    {"==", Operator::kEqual},     {"!=", Operator::kNotEqual}, {"<", Operator::kLess},
    {"<=", Operator::kLessEqual}, {">", Operator::kGreater},   {">=", Operator::kGreaterEqual},
    {"in", Operator::kIn},        {"is", Operator::kIs},
};

std::optional<Operator> operator_in(std::span<const OperatorName> table, std::string_view text) {
  for (const OperatorName& row : table) {
    if (row.text == text) return row.op;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Operator> binary_operator(std::string_view text) {
  return operator_in(kBinary, text);
}

std::string_view text_of(Operator op) {
  const auto* row = std::ranges::find(kBinary, op, &OperatorName::op);
  return row == std::end(kBinary) ? std::string_view() : row->text;
}

std::optional<Operator> comparison_operator(std::string_view text) {
  return operator_in(kComparison, text);
}

}  // namespace mmlint::syntax
