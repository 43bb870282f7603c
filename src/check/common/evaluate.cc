#include "check/common/evaluate.h"

namespace mmlint::check {
using catalog::Literal;
using catalog::ValueTest;

namespace {

bool equal_text(std::string_view a, std::string_view b, bool ignore_case) {
  if (!ignore_case) return a == b;
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view type_of(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNone:
      return "none";
    case Value::Kind::kBool:
      return "bool";
    case Value::Kind::kInt:
      return "int";
    case Value::Kind::kFloat:
      return "float";
    case Value::Kind::kString:
      return "str";
    case Value::Kind::kList:
      return "list";
    case Value::Kind::kTuple:
      return "tuple";
    case Value::Kind::kDict:
      return "dict";
    case Value::Kind::kReference:
      return "reference";
    default:
      return "";
  }
}

}  // namespace

bool equals(const Value& value, const Literal& literal, bool ignore_case) {
  if (literal.is_null()) return value.kind == Value::Kind::kNone;
  if (const auto* flag = std::get_if<bool>(&literal.value)) {
    return value.kind == Value::Kind::kBool && value.boolean == *flag;
  }
  if (const auto* number = std::get_if<std::int64_t>(&literal.value)) {
    return value.kind == Value::Kind::kInt && !value.big && value.integer == *number;
  }
  if (const auto* number = std::get_if<double>(&literal.value)) {
    return value.kind == Value::Kind::kFloat && value.floating == *number;
  }
  if (const std::string* text = literal.string()) {
    return (value.kind == Value::Kind::kString || value.kind == Value::Kind::kReference) &&
           equal_text(value.text(), *text, ignore_case);
  }
  if (const Literal::List* list = literal.list()) {
    if (!value.is_sequence()) return false;
    return value.items().size() == list->size() &&
           std::equal(list->begin(), list->end(), value.items().begin(),
                      [&](const Literal& x, const Value* y) { return equals(*y, x, ignore_case); });
  }
  return false;
}

Answer passes(const ValueTest& test, bool ignore_case, const FoundValue& found) {
  if (found.unknown) return Answer::kUnknown;
  if (test.kind == ValueTest::Kind::kAbsent) return answer((found.value == nullptr) != test.negate);
  if (!found.value) return Answer::kNo;
  const Value& value = *found.value;
  bool yes = false;
  switch (test.kind) {
    case ValueTest::Kind::kAbsent:
    case ValueTest::Kind::kPresent:
      return answer(!test.negate);
    case ValueTest::Kind::kIs:
      yes = type_of(value) == *test.operand.string();
      break;
    case ValueTest::Kind::kEquals:
      yes = equals(value, test.operand, ignore_case);
      break;
    case ValueTest::Kind::kOneOf:
      for (const Literal& one : *test.operand.list()) yes = yes || equals(value, one, ignore_case);
      break;
    case ValueTest::Kind::kMatches:
      if (value.kind != Value::Kind::kString && value.kind != Value::Kind::kReference)
        return answer(test.negate);
      yes = test.regex->matches(value.text());
      break;
  }
  return answer(yes != test.negate);
}

}  // namespace mmlint::check
