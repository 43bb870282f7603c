#pragma once

#include "data/yaml_parse.h"

namespace mmlint::data {

// The value of a scalar node. If making it raises in Python, `value` is null and the other two are
// the name of the exception and its message.
struct YamlScalarValue {
  Value* value = nullptr;
  std::string exception = {};
  std::string detail = {};
};

// Returns true if PyYAML constructs a value from a scalar with this tag, given without
// "tag:yaml.org,2002:" and, if `python` is true, without the "python/" behind that.
bool is_yaml_scalar_tag(std::string_view tag, bool python);
// Returns the value, owned by `pool`, that PyYAML constructs from a scalar node with this tag, for
// which is_yaml_scalar_tag() must be true.
YamlScalarValue make_yaml_scalar(Pool& pool, const YamlNode& node, std::string_view tag);

}  // namespace mmlint::data
