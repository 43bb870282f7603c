#pragma once

#include "python/library/modules.h"

// Python's builtin functions and types, in a table for each kind of them.
namespace mmlint::python::builtins {

using A = const Arguments&;

std::span<const Member> conversions();  // to types and texts
std::span<const Member> numbers();
std::span<const Member> objects();     // about types, names and attributes
std::span<const Member> iterators();   // that make one
std::span<const Member> reductions();  // of iterables to one value

// open(): open_file.cc
Value* open(Evaluator& e, Value* self, A a);
// Sorts items as list.sort() does; `key` and `reverse` are its arguments, null if not given.
// Returns false if the order cannot be known.
bool sort_items(Evaluator& e, std::span<Value*> items, Value* key, const Value* reverse, Span span);

}  // namespace mmlint::python::builtins
