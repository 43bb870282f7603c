#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "value/value.h"

namespace mmlint {

// Writes values as Python's repr() does. Each kind of object writes itself (Object::repr).
class ReprWriter {
 public:
  virtual ~ReprWriter() = default;

  // Appends the repr() of a value to `out`. False where a part is unknown, has no known form or is
  // nested deeper than 400 values; `out` is then of no use.
  bool write(const Value& value, int depth = 0);
  // The same for items between two brackets.
  bool write_items(std::string_view open, const std::vector<Value*>& items, std::string_view close,
                   int depth);

  std::string out;

 private:
  // Called before each value is written: an evaluator counts the work here and may throw.
  virtual void count(const Value&) {}
  bool write_dict(const Value& value, int depth);
};

// The repr() of a value of a finished config; nullopt where it is not known.
std::optional<std::string> repr(const Value& value);

}  // namespace mmlint
