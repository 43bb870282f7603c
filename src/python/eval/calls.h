#pragma once

#include "python/eval/evaluator.h"

namespace mmlint::python {

// What one of Python's own functions takes: def f(a, b, /, c=None, *, d=None) has 4 names, 2 of
// them required, 3 positional, 2 positional only.
struct Signature {
  std::string_view function;
  std::array<std::string_view, 4> names;
  std::size_t required = 0;
  std::size_t positional = 0;
  std::size_t positional_only = 0;
};

// Returns the arguments by their place in the signature, null where none was given. Raises
// TypeError for arguments that the signature does not take.
std::array<Value*, 4> bound(Evaluator& e, const Arguments& arguments, const Signature& signature);

// Calls a function with these arguments by position, and returns what it gives.
Value* call_with(Evaluator& e, Value& function, std::vector<Value*> arguments, Span span);

// Returns true if the value of one of the arguments is unknown.
bool any_unknown(const Arguments& arguments);
// Returns the number of an argument that is an index; nullopt if it is not known or does not fit
// into 64 bits. Raises TypeError for what is no integer.
std::optional<std::int64_t> index_argument(Evaluator& e, const Value& value, Span span);
// Returns true for an int or bool of at most 64 bits, false for null.
bool is_small_int(const Value* value);

}  // namespace mmlint::python
