#pragma once

#include "value/value.h"

namespace mmlint::python {

class Evaluator;

// These return what Python's str() and repr() give while a config runs; nullopt where a part is
// unknown or not data. The work counts as the config's: they throw LimitReached.
std::optional<std::string> str(Evaluator& e, const Value& value);
std::optional<std::string> repr(Evaluator& e, const Value& value);
// Returns what f'{value!conversion:spec}' gives, without a conversion if that is 0; nullopt where
// it is not known. Raises what Python raises.
std::optional<std::string> format_value(Evaluator& e, const Value& value, char conversion,
                                        std::string_view spec, Span span);

}  // namespace mmlint::python
