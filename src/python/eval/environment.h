#pragma once

#include "python/eval/objects.h"

namespace mmlint::python {

// The environment variables of the process, as the config sees and changes them.
struct Environment {
  const std::map<std::string, std::string>& given;  // outlives it
  bool is_complete = true;     // false: a variable that is not given may be set
  Value* object = nullptr;     // os.environ, once the config asked for it
  Value* variables = nullptr;  // the dict behind it, likewise
  bool changed = false;        // by the config, also for what is loaded after it
};

// The object os.environ of one config. One that a base hands on has no known variables.
struct EnvironmentObject : Object {};

// Returns true for os.environ.
bool is_environment(const Value& value);
// Returns true for os.environ and for the module os, through which code can reach it.
bool holds_environment(const Object& object);
// Returns os.environ[key], an unknown value if it is not known; raises KeyError if there is no such
// variable. Where not all variables are given it warns instead, and the value is unknown.
Value* environment_item(Evaluator& e, const Value& object, Value& key, Span span);
// Does os.environ[key] = value. Raises OSError and ValueError for names that no variable can have;
// an unknown key makes all variables unknown.
void set_environment_item(Evaluator& e, const Value& object, Value& key, Value& value, Span span);
// Returns whether `key in os.environ`; nullopt if that is not known.
std::optional<bool> environment_has(Evaluator& e, const Value& object, Value& key, Span span);
// Makes every environment variable unknown.
void taint_environment(Evaluator& e, std::string_view reason, Span span);
// Returns an attribute of os.environ. One that is not computed is unknown, and makes every variable
// unknown.
Value* environment_attribute(Evaluator& e, Value& object, std::string_view name, Span span);

}  // namespace mmlint::python
