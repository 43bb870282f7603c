#pragma once

#include <array>
#include <optional>

#include "python/eval/evaluator.h"

namespace mmlint::python {

// What one of Python's own functions takes: def f(a, b, /, c=None, *, d=None) has 4 names, 2
// required, 3 positional, 2 of them positional only.
struct Signature {
  std::string_view function;
  std::array<std::string_view, 4> names;
  std::size_t required = 0;
  std::size_t positional = 0;
  std::size_t positional_only = 0;
};

// The arguments by place in the signature, null where none was given; raises TypeError.
std::array<Value*, 4> bound(Evaluator& e, const Arguments& arguments, const Signature& signature);

bool any_unknown(const Arguments& arguments);
// An index; nullopt if it is not known, TypeError for what is none.
std::optional<std::int64_t> index_argument(Evaluator& e, const Value& value, Span span);
bool is_small_int(const Value* value);  // an int or bool of at most 64 bits; false for null

}  // namespace mmlint::python
