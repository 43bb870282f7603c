#pragma once

#include "python/eval/natives.h"

// Python's builtin functions, by what they do; builtins.cc holds the table. Each is a Native: it
// returns what Python's function returns for the arguments, or an unknown value.
namespace mmlint::python::builtins {

using A = const Arguments&;

// Conversions: builtins_convert.cc
Value* list(Evaluator& e, Value* self, A a);
Value* tuple(Evaluator& e, Value* self, A a);
Value* set(Evaluator& e, Value* self, A a);
Value* dict(Evaluator& e, Value* self, A a);
Value* to_bool(Evaluator& e, Value* self, A a);
Value* to_str(Evaluator& e, Value* self, A a);
Value* to_repr(Evaluator& e, Value* self, A a);
Value* ascii(Evaluator& e, Value* self, A a);
Value* format(Evaluator& e, Value* self, A a);
Value* hex(Evaluator& e, Value* self, A a);
Value* oct(Evaluator& e, Value* self, A a);
Value* bin(Evaluator& e, Value* self, A a);
Value* chr(Evaluator& e, Value* self, A a);
Value* ord(Evaluator& e, Value* self, A a);

// Numbers: builtins_numbers.cc
Value* to_int(Evaluator& e, Value* self, A a);
Value* to_float(Evaluator& e, Value* self, A a);
Value* abs(Evaluator& e, Value* self, A a);
Value* round(Evaluator& e, Value* self, A a);
Value* pow(Evaluator& e, Value* self, A a);
Value* divmod(Evaluator& e, Value* self, A a);
Value* hash(Evaluator& e, Value* self, A a);

// Types, names and attributes: builtins_objects.cc
Value* type(Evaluator& e, Value* self, A a);
Value* isinstance(Evaluator& e, Value* self, A a);
Value* callable(Evaluator& e, Value* self, A a);
Value* getattr(Evaluator& e, Value* self, A a);
Value* hasattr(Evaluator& e, Value* self, A a);
Value* setattr(Evaluator& e, Value* self, A a);
Value* locals(Evaluator& e, Value* self, A a);
Value* globals(Evaluator& e, Value* self, A a);
Value* vars(Evaluator& e, Value* self, A a);
Value* eval(Evaluator& e, Value* self, A a);
Value* exec(Evaluator& e, Value* self, A a);

// Iterators: builtins_iterate.cc
Value* range(Evaluator& e, Value* self, A a);
Value* enumerate(Evaluator& e, Value* self, A a);
Value* zip(Evaluator& e, Value* self, A a);
Value* map(Evaluator& e, Value* self, A a);
Value* filter(Evaluator& e, Value* self, A a);
Value* reversed(Evaluator& e, Value* self, A a);
Value* iter(Evaluator& e, Value* self, A a);
Value* next(Evaluator& e, Value* self, A a);
Value* product(Evaluator& e, Value* self, A a);  // of itertools

// One value of many, and sorting: builtins_reduce.cc
Value* len(Evaluator& e, Value* self, A a);
Value* max(Evaluator& e, Value* self, A a);
Value* min(Evaluator& e, Value* self, A a);
Value* sum(Evaluator& e, Value* self, A a);
Value* sorted(Evaluator& e, Value* self, A a);
Value* any(Evaluator& e, Value* self, A a);
Value* all(Evaluator& e, Value* self, A a);
// Sorts items as list.sort() does; `key` and `reverse` are its arguments, null if not given.
// Returns false if the order cannot be known.
bool sort_items(Evaluator& e, std::span<Value*> items, Value* key, const Value* reverse, Span span);

// Files: open_file.cc
Value* open(Evaluator& e, Value* self, A a);

}  // namespace mmlint::python::builtins
