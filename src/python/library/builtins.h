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
Value* chr(Evaluator& e, Value* self, A a);
Value* ord(Evaluator& e, Value* self, A a);

// Numbers: builtins_numbers.cc
Value* to_int(Evaluator& e, Value* self, A a);
Value* to_float(Evaluator& e, Value* self, A a);
Value* abs(Evaluator& e, Value* self, A a);
Value* round(Evaluator& e, Value* self, A a);

// Types, names and attributes: builtins_objects.cc
Value* isinstance(Evaluator& e, Value* self, A a);
Value* getattr(Evaluator& e, Value* self, A a);
Value* hasattr(Evaluator& e, Value* self, A a);
Value* setattr(Evaluator& e, Value* self, A a);
Value* locals(Evaluator& e, Value* self, A a);
Value* globals(Evaluator& e, Value* self, A a);
Value* vars(Evaluator& e, Value* self, A a);
Value* eval(Evaluator& e, Value* self, A a);
Value* exec(Evaluator& e, Value* self, A a);

// Over iterables: builtins_iterate.cc
Value* len(Evaluator& e, Value* self, A a);
Value* range(Evaluator& e, Value* self, A a);
Value* enumerate(Evaluator& e, Value* self, A a);
Value* zip(Evaluator& e, Value* self, A a);
Value* max(Evaluator& e, Value* self, A a);
Value* min(Evaluator& e, Value* self, A a);
Value* sum(Evaluator& e, Value* self, A a);
Value* sorted(Evaluator& e, Value* self, A a);
Value* any(Evaluator& e, Value* self, A a);
Value* all(Evaluator& e, Value* self, A a);

// Files: open_file.cc
Value* open(Evaluator& e, Value* self, A a);

}  // namespace mmlint::python::builtins
