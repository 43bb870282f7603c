#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "python/eval/objects.h"

namespace mmlint::python {

// The environment variables, as the config sees and changes them.
struct Environment {
  const std::map<std::string, std::string>& given;  // outlives it
  Value* object = nullptr;                          // os.environ, once the config asked for it
  Value* variables = nullptr;                       // the dict behind it, likewise
  bool changed = false;  // by the config, also for what is loaded after it
};

// os.environ, of one config: what a base hands on of its own is not known.
struct EnvironmentObject : Object {};

bool is_environment(const Value& value);
bool holds_environment(const Object& object);  // os.environ, or os itself
// value[key]; unknown or KeyError if it is not there.
Value* environment_item(Evaluator& e, const Value& object, Value& key, Span span);
void set_environment_item(Evaluator& e, const Value& object, Value& key, Value& value, Span span);
void delete_environment_item(Evaluator& e, const Value& object, Value& key, Span span);
std::optional<bool> environment_has(Evaluator& e, const Value& object, Value& key, Span span);
void taint_environment(Evaluator& e, std::string_view reason, Span span);
Value* environment_method(Evaluator& e, Value& object, std::string_view name, Span span);

}  // namespace mmlint::python
