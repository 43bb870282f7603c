#pragma once

#include "script/start.h"
#include "value/pool.h"

namespace mmlint::script {

// Returns what MMEngine's DictAction makes of the text behind `KEY=` on a command line: an int, a
// float, a bool, None, a text, or a list or tuple of these (mmengine/config/config.py,
// DictAction._parse_iterable). Unknown where the brackets are too deep, and null where DictAction
// raises because they do not match. The pool owns it, and each part of it has that span.
Value* dict_action_value(std::string_view text, Pool& pool, Span at);

// A word of a command line that should be KEY=VALUE.
struct Pair {
  std::string_view text;  // without the name of the option, which may stand before it
  const Word* word;
};
// Returns the words that a start gives to an option of DictAction with these names. They are views
// of the start.
std::vector<Pair> pairs_of(const Start& start, const std::vector<std::string>& names);

}  // namespace mmlint::script
