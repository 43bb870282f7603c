#pragma once

#include "python/eval/calls.h"
#include "python/eval/iterator.h"
#include "python/eval/natives.h"

// The parts of Python's standard library that configs use: a table for each module, in which
// modules.cc looks. Everything else of a module is unknown.
namespace mmlint::python {

// A row in the table of a module: `module.name` is a function or type of Python's (`call`), or a
// value that is made where it is read (`value`).
struct Member {
  std::string_view name;
  Native call = nullptr;
  bool is_type = false;
  Value* (*value)(Evaluator& e, Span span) = nullptr;
};
// Returns a new value for a member.
Value* member_value(Evaluator& e, const Member& member, Span span);

// Each returns the table of a module.
std::span<const Member> itertools_members();
std::span<const Member> math_members();
std::span<const Member> os_members();
std::span<const Member> os_path_members();

// Warns that what the code asks for differs from machine to machine; `what` is its dotted name.
void warn_of_outside(Evaluator& e, std::string_view what, Span span);

}  // namespace mmlint::python
