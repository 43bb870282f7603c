#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "value/value.h"

namespace mmlint::python {

class Evaluator;

// These return what Python's str() and repr() give while a config runs; nullopt where a part is
// unknown or not data. The work counts as the config's: they throw LimitReached.
std::optional<std::string> str(Evaluator& e, const Value& value);
std::optional<std::string> repr(Evaluator& e, const Value& value);

}  // namespace mmlint::python
