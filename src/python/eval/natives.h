#pragma once

#include <span>
#include <string_view>

#include "python/eval/evaluator.h"

// Python's own functions and methods, as far as configs use them. A look-up of a name that is not
// known returns null; a function that is known but called in a way that is not computed returns an
// unknown value. All values belong to the evaluator's pool.
namespace mmlint::python {

// Returns a new value for one of Python's functions; `self` is what a method is bound to, else
// null.
Value* native_value(Evaluator& e, std::string_view name, Native call, Value* self,
                    bool changes_self, Span span);

// A row in the table of a type's methods.
struct Method {
  std::string_view name;
  Native call;
  bool changes_self = false;
};
// Returns the method of that name, bound to `self`; null if the table has none.
Value* find_method(Evaluator& e, std::span<const Method> methods, Value& self,
                   std::string_view name, Span span);

// Returns the builtin of that name, null if there is none (builtins.cc).
Value* builtin(Evaluator& e, std::string_view name, Span span);
// Adds `__builtins__` to the globals, as exec() does.
void add_builtins(Evaluator& e);
// Each returns a method of a value of that type, bound to it; null if the name is not known.
Value* string_method(Evaluator& e, Value& self, std::string_view name, Span span);
Value* list_method(Evaluator& e, Value& self, std::string_view name, Span span);  // tuple, set too
Value* set_method(Evaluator& e, Value& self, std::string_view name, Span span);
Value* dict_method(Evaluator& e, Value& self, std::string_view name, Span span);
Value* config_dict_method(Evaluator& e, Value& self, std::string_view name, Span span);
// The first returns true if Python gives values of that kind an attribute of that name, of the form
// __x__; the second, if code that has the attribute may change the value or reach its parts
// (special_attributes.cc).
bool has_special_attribute(const Value& value, std::string_view name);
bool may_change_by(std::string_view special_name);
// Each returns an attribute of a value of that type; null if the name is not known.
Value* bytes_attribute(Evaluator& e, Value& self, std::string_view name, Span span);
Value* number_attribute(Evaluator& e, Value& number, std::string_view name, Span span);
Value* object_attribute(Evaluator& e, Value& object, std::string_view name, Span span);
// Returns what a module has under that name, an unknown value if that is not computed.
Value* module_attribute(Evaluator& e, const ModuleObject& module, std::string_view name, Span span);
// Returns a new value for the module of that dotted name.
Value* module_value(Evaluator& e, std::string_view name, Span span);
// Returns true for a module of Python's standard library, by its first component, and for
// mmengine.config (rule K4).
bool is_standard_module(std::string_view dotted_name);

// Returns an unknown value for a call that is not computed and changes nothing but what functions
// and iterators among its arguments would; these are tainted. If an argument is unknown, its reason
// is given instead of `reason`.
Value* not_computed(Evaluator& e, const Arguments& arguments, std::string_view reason);
// Returns the new set `a op b`, for |, &, - and ^; a frozenset if `fixed`.
Value* combine_sets(Evaluator& e, syntax::Operator op, std::span<Value* const> a,
                    std::span<Value* const> b, bool fixed, Span span);
// Does list += from. Returns false if the items are not known, and then the list is not either;
// raises TypeError if `from` is no iterable.
bool extend_list(Evaluator& e, Value& list, Value& from, Span span);
// Puts the pairs of an iterable into a dict. Returns false if they are not known; raises TypeError
// or ValueError for what is no pair.
bool add_pairs(Evaluator& e, Value& dict, Value& pairs, Span span);
// Returns the value of a keyword argument, null if it was not given.
Value* keyword(const Arguments& arguments, std::string_view name);
// Merges the entries of `other` into a ConfigDict as ConfigDict.update and ConfigDict.merge do
// (mmengine/config/config.py).
void config_dict_update(Evaluator& e, Value& self, Value& other, Span span);

}  // namespace mmlint::python
