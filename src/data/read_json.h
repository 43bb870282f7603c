#pragma once

#include "data/data_file.h"

namespace mmlint::data {

// As Python's json.load: NaN and Infinity, integers of any size, lone surrogates, and of a key that
// is given twice the last value. Problems have json's own words.
DataFile read_json(const DataText& text);

}  // namespace mmlint::data
