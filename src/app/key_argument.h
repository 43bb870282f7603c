#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "value/value.h"

namespace mmlint::app {

// Why a text is no key path, if it is none.
std::optional<Error> not_a_key_path(const std::string& key);
// A key that a config does not have, with the nearest ones.
Error no_such_key(const Value& root, const std::string& key, const std::string& path);

}  // namespace mmlint::app
