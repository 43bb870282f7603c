#pragma once

#include <typeinfo>

#include "syntax/ast.h"
#include "value/object.h"

namespace mmlint::python {

class Evaluator;

// Where a block leads after it has run. With a kMaybe value it depends on something unknown whether
// the block left its loop (kMaybeBreak) or its function (kMaybeReturn), or goes on.
enum class Flow : std::uint8_t { kNext, kBreak, kContinue, kReturn, kMaybeBreak, kMaybeReturn };

// One keyword argument of a call.
struct Keyword {
  std::string_view name;
  Value* value;
  const Origin* origin;
};

// The arguments of a call, with those of * and ** among them.
struct Arguments {
  std::vector<Value*> positional;
  std::vector<Keyword> keywords;
  Span span;             // of the whole call
  bool unknown = false;  // what * or ** unpacked is not known
};

using NameSet = std::unordered_set<std::string_view>;
// The statements that MMEngine takes out of the code before it runs.
using TakenOut = std::unordered_set<const syntax::Stmt*>;

// The names that a piece of code sees: its own, then those of the scopes around it.
struct Scope {
  Value* names;                                // a dict
  Scope* enclosing = nullptr;                  // null for a module's globals
  bool is_comprehension = false;               // walrus targets go to the scope around it
  bool is_class = false;                       // its names are not seen by functions inside
  const NameSet* locals = nullptr;             // names bound somewhere in it, known before it runs
  std::vector<std::string_view> globals = {};  // names declared `global`
  std::vector<std::string_view> nonlocals = {};
};

// A function or lambda of a config; it keeps the namespace it was defined in.
struct FunctionObject : Object {
  std::string_view name;
  FileId file;
  std::span<const syntax::Parameter> parameters;
  std::vector<Value*> defaults;  // beside parameters; null where there is none
  std::span<syntax::Stmt const* const> body;
  const syntax::Expr* expression = nullptr;  // a lambda's body
  Scope* scope = nullptr;                    // where it was defined
  NameSet locals;                            // parameters and names bound in the body
  bool opaque = false;                       // a generator, async or decorated: calls are unknown
  bool holds_syntax() const override { return true; }
};

// One of Python's functions, written in C++. `self` is null for what is no method; the result is
// never null. Throws Raised and LimitReached.
using Native = Value* (*)(Evaluator&, Value* self, const Arguments&);

// A function of Python's, or a method bound to `self`.
struct NativeObject final : Object {
  std::string_view name;
  Native call = nullptr;
  Value* self = nullptr;
  bool changes_self = false;
  bool is_type = false;    // int, str ...
  bool in_python = false;  // written in Python, as what the config defines
  bool equals(const Object& other) const override;
  std::size_t hash() const override { return std::hash<std::string_view>{}(name); }
};

// Returns null for what is none. Nearly all that configs call is one.
inline const NativeObject* native_of(const Value& value) {
  const Object* const object = value.object();
  return object && typeid(*object) == typeid(NativeObject)
             ? static_cast<const NativeObject*>(object)
             : nullptr;
}

// An imported module.
struct ModuleObject : Object {
  std::string_view name;  // dotted; what of it is known stands in modules.cc
  bool standard = true;   // false: third-party, nothing of it is known
  bool equals(const Object& other) const override;
  std::size_t hash() const override { return std::hash<std::string_view>{}(name); }
  bool is_copyable() const override { return false; }
};

// The dict `__builtins__` of a module's globals; what it holds is unknown.
struct BuiltinsObject : Object {};

// A class that the config defines; its instances are unknown.
struct ClassObject : Object {
  std::string_view name;
  Scope* scope = nullptr;  // of its body
};

}  // namespace mmlint::python
