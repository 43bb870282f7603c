#pragma once

#include "resolve/eval/natives.h"

// Python's builtin functions, by what they do; builtins.cc holds the table.
namespace mmlint::resolve::builtins {

// Conversions: builtins_convert.cc
Value* list(Evaluator& e, Value* self, const Arguments& a);
Value* tuple(Evaluator& e, Value* self, const Arguments& a);
Value* set(Evaluator& e, Value* self, const Arguments& a);
Value* dict(Evaluator& e, Value* self, const Arguments& a);
Value* to_int(Evaluator& e, Value* self, const Arguments& a);
Value* to_float(Evaluator& e, Value* self, const Arguments& a);
Value* to_str(Evaluator& e, Value* self, const Arguments& a);
Value* to_repr(Evaluator& e, Value* self, const Arguments& a);
Value* to_bool(Evaluator& e, Value* self, const Arguments& a);
Value* round(Evaluator& e, Value* self, const Arguments& a);
Value* chr(Evaluator& e, Value* self, const Arguments& a);
Value* ord(Evaluator& e, Value* self, const Arguments& a);

// Over iterables: builtins_iterate.cc
Value* len(Evaluator& e, Value* self, const Arguments& a);
Value* range(Evaluator& e, Value* self, const Arguments& a);
Value* max(Evaluator& e, Value* self, const Arguments& a);
Value* min(Evaluator& e, Value* self, const Arguments& a);
Value* sum(Evaluator& e, Value* self, const Arguments& a);
Value* sorted(Evaluator& e, Value* self, const Arguments& a);
Value* reversed(Evaluator& e, Value* self, const Arguments& a);
Value* enumerate(Evaluator& e, Value* self, const Arguments& a);
Value* zip(Evaluator& e, Value* self, const Arguments& a);
Value* map(Evaluator& e, Value* self, const Arguments& a);
Value* filter(Evaluator& e, Value* self, const Arguments& a);
Value* any(Evaluator& e, Value* self, const Arguments& a);
Value* all(Evaluator& e, Value* self, const Arguments& a);

// Shared by the files of this namespace.
using A = const Arguments&;
Value* first(A a);  // the first argument, null if there is none
bool any_unknown(A a);
// The items of the first argument; null if there is none or they are not known.
const std::vector<Value*>* items_of(Evaluator& e, A a);
Value* pair(Evaluator& e, Value* x, Value* y, Span span);

}  // namespace mmlint::resolve::builtins
