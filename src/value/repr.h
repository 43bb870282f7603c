#pragma once

#include "value/value.h"

namespace mmlint {

// Writes values as Python's repr() does. Objects write themselves (Object::repr).
class ReprWriter {
 public:
  virtual ~ReprWriter() = default;

  // Appends the repr() of a value to `out`. Returns false, with `out` incomplete, if a part is
  // unknown, is an object without a known repr(), or is nested deeper than 400 values.
  bool write(const Value& value, int depth = 0);
  // Does the same for a list of items between two brackets.
  bool write_items(std::string_view open, std::span<Value* const> items, std::string_view close,
                   int depth);

  std::string out;

 private:
  // Called before each value is written. An evaluator overrides it to count the work, and may
  // throw.
  virtual void count(const Value&) {}
  bool write_dict(const Value& value, int depth);
};

// Returns the repr() of a value of a finished config, or nullopt where write() fails.
std::optional<std::string> repr(const Value& value);

}  // namespace mmlint
