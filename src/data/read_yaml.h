#pragma once

#include "data/data_file.h"

namespace mmlint::data {

// Reads YAML as yaml.load of PyYAML 6 does with its C loader: YAML 1.1 with merge keys, the tags of
// Python's own types, and the last value of a key that is given twice.
DataFile read_yaml(const DataText& text);

}  // namespace mmlint::data
