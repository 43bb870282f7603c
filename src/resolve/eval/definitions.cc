#include <fmt/format.h>

#include "resolve/eval/guards.h"
#include "resolve/eval/iterator.h"
#include "resolve/eval/local_names.h"
#include "resolve/eval/statements.h"

// `def` and `class`.
namespace mmlint::resolve {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

// True if there are decorators, which may do anything with what they get.
bool decorate(Evaluator& e, Exprs decorators, Value& decorated) {
  for (const Expr* decorator : decorators) {
    Value* callee = e.eval(*decorator);
    if (callee->kind == Kind::kReference) {
      e.raise("RuntimeError", "a lazy object cannot be used as a decorator in a config",
              e.span(*decorator));
    }
    e.taint(*callee, "used as a decorator", e.span(*decorator));
    e.taint(decorated, "a decorated function", e.span(*decorator));
  }
  return !decorators.empty();
}

}  // namespace

void define_function(Evaluator& e, const Function& f) {
  auto* function = new FunctionObject();
  ObjectPtr owned(function);
  function->name = f.name;
  function->file = e.file();
  function->parameters = f.parameters;
  for (const Parameter& p : f.parameters) {
    function->defaults.push_back(p.default_value ? e.eval(*p.default_value) : nullptr);
  }
  function->body = f.body;
  function->scope = &e.scope();
  function->locals = local_names(f.parameters, f.body, nullptr, e.taken_out);
  function->opaque = f.is_async || f.is_generator;
  Value* value = object_value(e, std::move(owned),
                              e.pool().keep(fmt::format("function {}", f.name)), e.span(f));
  if (decorate(e, f.decorators, *value)) value = e.unknown("a decorated function", e.span(f));
  e.bind(f.name, *value, nullptr);
}

// The body of a class is run for what it does; its objects are not known.
void define_class(Evaluator& e, const Class& c) {
  auto object = std::make_unique<ClassObject>();
  object->name = c.name;
  bool plain = true;
  for (const Argument& base : c.bases) {
    const Value* value = e.eval(*base.value);
    if (value->kind == Kind::kReference) {
      e.raise("RuntimeError", "a lazy object cannot be a base class in a config", e.span(c));
    }
    plain = plain && value->kind == Kind::kObject;
  }
  object->scope = &e.new_scope(resolve::Scope{
      .names = e.pool().make(Kind::kDict), .enclosing = &e.scope(), .is_class = true});
  {
    const ScopeGuard guard(e, object->scope, e.file());
    e.run(c.body);
  }
  Value* value = object_value(e, ObjectPtr(object.release()),
                              e.pool().keep(fmt::format("class {}", c.name)), e.span(c));
  if (decorate(e, c.decorators, *value) || !plain) {
    value = e.unknown("a class with a base or a decorator that is not known", e.span(c));
  }
  e.bind(c.name, *value, nullptr);
}

}  // namespace mmlint::resolve
