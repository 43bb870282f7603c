#pragma once

#include "python/eval/arguments.h"
#include "python/eval/natives.h"

// Methods of str, by what they do; string_methods.cc holds the table of the others.
namespace mmlint::python::strings {

using A = const Arguments&;

// Cutting and searching: string_search.cc
std::span<const Method> search_methods();

// str.format: string_format.cc
Value* format(Evaluator& e, Value* self, A a);
Value* format_map(Evaluator& e, Value* self, A a);

// Replacing characters, and bytes: string_translate.cc
Value* translate(Evaluator& e, Value* self, A a);
Value* maketrans(Evaluator& e, Value* self, A a);
Value* encode(Evaluator& e, Value* self, A a);

// Returns true for what str.isspace() takes for white space.
bool is_space(char32_t c);
// Returns `argument` if it is a string, null if it is unknown or an object; else raises TypeError.
const Value* text_argument(Evaluator& e, Value* argument, std::string_view function, Span span);

}  // namespace mmlint::python::strings
