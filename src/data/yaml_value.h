#pragma once

#include <string>
#include <string_view>

#include "data/yaml_parse.h"
#include "value/value.h"

namespace mmlint::data {

// The value of a scalar node; null with the Python exception that making it raises.
struct YamlScalarValue {
  Value* value = nullptr;
  std::string exception = {};
  std::string detail = {};
};

// Returns true if PyYAML makes a value of a scalar with that tag, which is written without
// "tag:yaml.org,2002:" and, if `python`, without "python/".
bool is_yaml_scalar_tag(std::string_view tag, bool python);
// Returns the value that PyYAML makes of a scalar node with that tag, which must be a scalar's.
YamlScalarValue make_yaml_scalar(Pool& pool, const YamlNode& node, std::string_view tag);

}  // namespace mmlint::data
