#pragma once

#include "data/data_file.h"

namespace mmlint::data {

// Reads JSON as Python's json.load does: with NaN and Infinity, integers of any size, lone
// surrogates, and the last value of a key that is given twice. Problems have the messages of
// Python's json.
DataFile read_json(const DataText& text);

}  // namespace mmlint::data
