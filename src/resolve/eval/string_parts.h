#pragma once

#include "resolve/eval/arguments.h"
#include "resolve/eval/natives.h"

// Methods of str, by what they do; string_methods.cc holds the table.
namespace mmlint::resolve::strings {

using A = const Arguments&;

// Cutting and searching: string_search.cc
Value* strip(Evaluator& e, Value* self, A a);
Value* lstrip(Evaluator& e, Value* self, A a);
Value* rstrip(Evaluator& e, Value* self, A a);
Value* split(Evaluator& e, Value* self, A a);
Value* rsplit(Evaluator& e, Value* self, A a);
Value* splitlines(Evaluator& e, Value* self, A a);
Value* partition(Evaluator& e, Value* self, A a);
Value* rpartition(Evaluator& e, Value* self, A a);
Value* find(Evaluator& e, Value* self, A a);
Value* rfind(Evaluator& e, Value* self, A a);
Value* index(Evaluator& e, Value* self, A a);
Value* rindex(Evaluator& e, Value* self, A a);
Value* count(Evaluator& e, Value* self, A a);
Value* startswith(Evaluator& e, Value* self, A a);
Value* endswith(Evaluator& e, Value* self, A a);
Value* removeprefix(Evaluator& e, Value* self, A a);
Value* removesuffix(Evaluator& e, Value* self, A a);

// str.format: string_format.cc
Value* format(Evaluator& e, Value* self, A a);
Value* format_map(Evaluator& e, Value* self, A a);

bool is_space(char32_t c);
// The argument's text; raises TypeError unless it is a string, null if it is not known.
const Value* text_argument(Evaluator& e, Value* argument, std::string_view function, Span span);

}  // namespace mmlint::resolve::strings
