#pragma once

#include "base/result.h"
#include "value/value.h"

namespace mmlint::app {

// Returns the error for a text that is no key path; nullopt if it is one.
std::optional<Error> not_a_key_path(const std::string& key);
// Returns the error for a key that a config does not have; it names the most similar keys.
Error no_such_key(const Value& root, const std::string& key, const std::string& path);

}  // namespace mmlint::app
