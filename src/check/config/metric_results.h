#pragma once

#include "check/config/own_classes.h"

namespace mmlint::check {

// The string keys of the dict that a function returns.
struct ReturnedKeys {
  std::set<std::string> may, always;  // that some, that every `return` has
};

// Returns nullopt if the keys are not known.
std::optional<ReturnedKeys> returned_keys(const syntax::Function& function);

// Returns the prefix that a metric of the project has if it is built with the arguments of a
// config's dict: an empty one if it has none, nullopt if it is not known.
std::optional<std::string> prefix_of(const OwnClass& metric, const Dict& arguments);

// Returns true if a method may change the dict that its parameter of that name holds.
bool may_change(const syntax::Function& method, std::string_view parameter);

}  // namespace mmlint::check
