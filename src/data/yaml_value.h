#pragma once

#include <string>
#include <string_view>

#include "data/yaml_parse.h"
#include "value/value.h"

namespace mmlint::data {

// The value of a scalar node, or the Python exception that making it raises.
struct YamlScalarValue {
  Value* value = nullptr;
  std::string exception = {};
  std::string detail = {};
};

// `tag` without "tag:yaml.org,2002:" and, if `python`, without "python/".
bool is_yaml_scalar_tag(std::string_view tag, bool python);
YamlScalarValue make_yaml_scalar(Pool& pool, const YamlNode& node, std::string_view tag);

}  // namespace mmlint::data
