#pragma once

#include "catalog/literal.h"
#include "catalog/match.h"
#include "check/common/evaluate.h"
#include "value/key_path.h"

// The value tests of rules, which are the same for all kinds of documents.
namespace mmlint::check {

// Returns whether a value, which may be absent, passes a test; kUnknown if that depends on an
// unknown part of the value. `ignore_case` applies to strings.
Answer passes(const catalog::ValueTest& test, bool ignore_case, const FoundValue& found);
// Returns true if the value equals the literal. `ignore_case` applies to strings.
bool equals(const Value& value, const catalog::Literal& literal, bool ignore_case);

}  // namespace mmlint::check
