#pragma once

#include <span>
#include <string_view>

#include "python/eval/evaluator.h"

// Python's own functions and methods, as far as configs use them. A method that is not known gives
// null; what is known but called in a way that is not computed gives an unknown value.
namespace mmlint::python {

Value* native_value(Evaluator& e, std::string_view name, Native call, Value* self,
                    bool changes_self, Span span);

// A row in the table of a type's methods.
struct Method {
  std::string_view name;
  Native call;
  bool changes_self = false;
};
// The method of that name, bound to its object; null if the table has none.
Value* find_method(Evaluator& e, std::span<const Method> methods, Value& self,
                   std::string_view name, Span span);

Value* builtin(Evaluator& e, std::string_view name, Span span);  // builtins.cc
// Adds what exec() adds to the globals.
void add_builtins(Evaluator& e);
Value* string_method(Evaluator& e, Value& self, std::string_view name, Span span);
Value* list_method(Evaluator& e, Value& self, std::string_view name, Span span);  // tuple, set too
Value* set_method(Evaluator& e, Value& self, std::string_view name, Span span);
Value* dict_method(Evaluator& e, Value& self, std::string_view name, Span span);
Value* config_dict_method(Evaluator& e, Value& self, std::string_view name, Span span);
// Whether Python gives values of that kind an attribute of that name, of the form __x__, and
// whether who has it may change the value or reach its parts (special_attributes.cc).
bool has_special_attribute(const Value& value, std::string_view name);
bool may_change_by(std::string_view special_name);
Value* bytes_attribute(Evaluator& e, Value& self, std::string_view name, Span span);
Value* number_attribute(Evaluator& e, Value& number, std::string_view name, Span span);
Value* object_attribute(Evaluator& e, Value& object, std::string_view name, Span span);
Value* module_attribute(Evaluator& e, const ModuleObject& module, std::string_view name, Span span);
Value* module_value(Evaluator& e, std::string_view name, Span span);
// True for a module of Python's standard library, by its first component (rule K4).
bool is_standard_module(std::string_view dotted_name);

// Gives unknown: for a call that is not computed and changes nothing but what functions and
// iterators among its arguments would. What is said of an unknown argument goes before `reason`.
Value* not_computed(Evaluator& e, const Arguments& arguments, std::string_view reason);
// a op b for |, &, - and ^.
Value* combine_sets(Evaluator& e, syntax::Operator op, const std::vector<Value*>& a,
                    const std::vector<Value*>& b, bool fixed, Span span);
// list += from; false if the items are not known, and the list is not either.
bool extend_list(Evaluator& e, Value& list, Value& from, Span span);
// Puts the pairs of an iterable into a dict; false if they are not known.
bool add_pairs(Evaluator& e, Value& dict, Value& pairs, Span span);
// The keyword's value, null if it was not given.
Value* keyword(const Arguments& arguments, std::string_view name);
// ConfigDict.update and ConfigDict.merge (mmengine/config/config.py).
void config_dict_update(Evaluator& e, Value& self, Value& other, Span span);

}  // namespace mmlint::python
