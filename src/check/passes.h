#pragma once

#include "catalog/literal.h"
#include "catalog/match.h"
#include "check/evaluate.h"
#include "value/key_path.h"

// The tests of rules on values, whatever document the value is from.
namespace mmlint::check {

// Returns whether a value, which may be absent, passes the test; kUnknown if a part of it that
// matters is unknown.
Answer passes(const catalog::ValueTest& test, bool ignore_case, const FoundValue& found);
// Returns true if the value is the literal; `ignore_case` concerns texts.
bool equals(const Value& value, const catalog::Literal& literal, bool ignore_case);

}  // namespace mmlint::check
