#pragma once

#include "data/data_file.h"

namespace mmlint::data {

// As yaml.load of PyYAML 6 with its C loader: YAML 1.1, merge keys, the tags of Python's own types;
// of a key that is given twice the last value.
DataFile read_yaml(const DataText& text);

}  // namespace mmlint::data
