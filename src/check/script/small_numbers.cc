#include "check/script/small_numbers.h"

#include "base/text.h"

namespace mmlint::check {

using syntax::Operator;

namespace {

constexpr std::int64_t kMost = 1 << 20;
constexpr std::int64_t kProcesses = 2;

bool is_small(const Small& value) {
  return value.is_number() && value.number <= kMost && value.number >= -kMost;
}

}  // namespace

Small small(std::int64_t number) {
  return {Small::Kind::kNumber, number};
}

Small assumed(std::string_view name, std::int64_t passes) {
  return {Small::Kind::kAssumed, says_processes(name) ? kProcesses : passes};
}

Small literal(const syntax::Expr& expr) {
  if (expr.kind == syntax::ExprKind::kConstant) {
    const syntax::ConstantKind kind = syntax::as<syntax::Constant>(expr).value;
    if (kind == syntax::ConstantKind::kTrue) return small(1);
    return kind == syntax::ConstantKind::kFalse ? small(0) : Small();
  }
  if (expr.kind != syntax::ExprKind::kInteger) return {};
  const std::string_view text = syntax::as<syntax::Number>(expr).text;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? small(number) : Small();
}

Small computed(Operator op, const Small& left, const Small& right) {
  if (!is_small(left) || !is_small(right)) return {};
  const std::int64_t a = left.number, b = right.number;
  const bool divides = a >= 0 && b > 0;  // of other signs, C++ rounds in another way
  switch (op) {
    case Operator::kAdd:
      return small(a + b);
    case Operator::kSubtract:
      return small(a - b);
    case Operator::kMultiply:
      return small(a * b);
    case Operator::kFloorDivide:
      return divides ? small(a / b) : Small();
    case Operator::kModulo:
      return divides ? small(a % b) : Small();
    default:
      return {};
  }
}

Small compared(Operator op, const Small& left, const Small& right) {
  if (!left.is_number() || !right.is_number()) return {};
  const std::int64_t a = left.number, b = right.number;
  switch (op) {
    case Operator::kEqual:
      return small(a == b);
    case Operator::kNotEqual:
      return small(a != b);
    case Operator::kLess:
      return small(a < b);
    case Operator::kLessEqual:
      return small(a <= b);
    case Operator::kGreater:
      return small(a > b);
    case Operator::kGreaterEqual:
      return small(a >= b);
    default:
      return {};
  }
}

bool says_processes(std::string_view name) {
  return contains(name, "world") || contains(name, "WORLD");
}

bool asks_for_group(std::string_view condition) {
  constexpr std::array<std::string_view, 7> kWords = {
      "no_sync", "ddp", "DDP", "distributed", "Distributed", "RANK", "is_initialized"};
  return std::ranges::any_of(kWords, [&](auto word) { return contains(condition, word); }) ||
         says_processes(condition);
}

}  // namespace mmlint::check
