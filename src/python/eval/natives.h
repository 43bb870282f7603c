#pragma once

#include "python/eval/evaluator.h"

// Python's own functions and methods, as far as configs use them. A look-up of a name that Python
// does not have returns null; a function that is not computed is an unknown value, whose reason
// names it. All values belong to the evaluator's pool.
namespace mmlint::python {

// Returns a new value for one of Python's functions; `self` is what a method is bound to, else
// null.
Value* native_value(Evaluator& e, std::string_view name, Native call, Value* self,
                    bool changes_self, Span span);

// Returns a new tuple.
Value* tuple_of(Evaluator& e, std::span<Value* const> items, Span span);

// One computed method of a type.
struct Method {
  std::string_view name;
  Native call;
  bool changes_self = false;
};
// The methods of a type. `others` are the names, separated by blanks, of attributes that Python has
// and that are not computed.
struct Methods {
  std::string_view type;
  std::span<const Method> computed;
  std::string_view others;
};
// Returns the method of that name, bound to `self`; null if the type has none. Looking up one that
// is not computed makes `self` unknown, as it may be called and change it.
Value* find_method(Evaluator& e, const Methods& methods, Value& self, std::string_view name,
                   Span span);
bool has_method(const Methods& methods, std::string_view name);
// Returns true if `word` is one of `words`, which are separated by blanks.
bool is_word_of(std::string_view words, std::string_view word);

const Methods& string_methods();
// Two of them: string_format.cc.
Value* format(Evaluator& e, Value* self, const Arguments& arguments);
Value* format_map(Evaluator& e, Value* self, const Arguments& arguments);
const Methods& sequence_methods(const Value& sequence);  // of a list, tuple or set
const Methods& dict_methods(const Value& dict);          // of a dict or ConfigDict

// Returns the builtin of that name, null if there is none (builtins.cc).
Value* builtin(Evaluator& e, std::string_view name, Span span);
// Adds `__builtins__` to the globals, as exec() does.
void add_builtins(Evaluator& e);
// Returns an attribute of an int, bool or float; null if it has none of that name.
Value* number_attribute(Evaluator& e, Value& number, std::string_view name, Span span);
// Returns an attribute of a kObject, an unknown value if it is not computed.
Value* object_attribute(Evaluator& e, Value& object, std::string_view name, Span span);
// Returns a method of a file that open() gave; null if the object is none.
Value* open_file_method(Evaluator& e, Value& object, std::string_view name, Span span);
// Returns what a module has under that name, an unknown value if that is not computed.
Value* module_attribute(Evaluator& e, const ModuleObject& module, std::string_view name, Span span);
// Returns a new value for the module of that dotted name.
Value* module_value(Evaluator& e, std::string_view name, Span span);
// Returns true for a module of Python's standard library, by its first component, and for
// mmengine.config (rule K4).
bool is_standard_module(std::string_view dotted_name);

// Returns an unknown value for a call that only reads its arguments, and taints the functions and
// iterators among them. If an argument is unknown, its reason is given instead of `reason`.
Value* not_computed(Evaluator& e, const Arguments& arguments, std::string_view reason);
// Returns an unknown value for a call that may do anything with its arguments: everything that is
// reachable from them becomes unknown.
Value* not_run(Evaluator& e, const Arguments& arguments, std::string_view reason);
// Makes `self` unknown, and returns an unknown value.
Value* change_unknown(Evaluator& e, Value& self, std::string_view reason, Span span);
// Does list += from. Returns false if the items are not known, and then the list is not either;
// raises TypeError if `from` is no iterable.
bool extend_list(Evaluator& e, Value& list, Value& from, Span span);
// Puts the pairs of an iterable into a dict. Returns false if they are not known; raises TypeError
// or ValueError for what is no pair.
bool add_pairs(Evaluator& e, Value& dict, Value& pairs, Span span);
// Returns the value of a keyword argument, null if it was not given.
Value* keyword(const Arguments& arguments, std::string_view name);
// Merges the entries of `other` into a ConfigDict as ConfigDict.update does
// (mmengine/config/config.py).
void config_dict_update(Evaluator& e, Value& self, Value& other, Span span);

}  // namespace mmlint::python
