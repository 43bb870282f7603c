

#include "python/eval/guards.h"
#include "python/eval/iterator.h"
#include "python/eval/namespaces.h"
#include "python/eval/statements.h"

// `def` and `class`.
namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

std::vector<Value*> eval_all(Evaluator& e, Exprs decorators) {
  std::vector<Value*> out;
  for (const Expr* decorator : decorators) out.push_back(e.eval(*decorator));
  return out;
}

// They may do anything with what they get.
void decorate(Evaluator& e, Exprs decorators, std::span<Value* const> callees, Value& decorated) {
  for (std::size_t i = callees.size(); i-- > 0;) {
    const Span span = e.span(*decorators[i]);
    if (callees[i]->kind == Value::Kind::kReference) {
      e.raise("RuntimeError", "a lazy object cannot be used as a decorator in a config", span);
    }
    e.taint(*callees[i], "used as a decorator", span);
    e.taint(decorated, "a decorated function", span);
  }
}

}  // namespace

void define_function(Evaluator& e, const Function& f) {
  const std::vector<Value*> decorators = eval_all(e, f.decorators);  // before the defaults
  auto* function = new FunctionObject();
  ObjectPtr owned(function);
  function->name = f.name;
  function->file = e.file();
  function->parameters = f.parameters;
  for (const Parameter& p : f.parameters) {
    function->defaults.push_back(p.default_value ? e.eval(*p.default_value) : nullptr);
  }
  for (const Parameter& p : f.parameters) {
    if (p.annotation) e.taint(*p.annotation, kAnnotation);
  }
  if (f.returns) e.taint(*f.returns, kAnnotation);
  function->body = f.body;
  function->scope = &e.scope();
  function->locals = local_names(f.parameters, f.body, nullptr, e.taken_out);
  function->opaque = f.is_async || f.is_generator;
  Value* value = object_value(e, std::move(owned),
                              e.pool().keep(fmt::format("function {}", f.name)), e.span(f));
  decorate(e, f.decorators, decorators, *value);
  if (!decorators.empty()) value = e.unknown("a decorated function", e.span(f));
  e.bind(f.name, *value, nullptr);
}

// The body of a class is run for what it does; its objects are not known.
void define_class(Evaluator& e, const Class& c) {
  const std::vector<Value*> decorators = eval_all(e, c.decorators);  // before the body
  auto object = std::make_unique<ClassObject>();
  object->name = c.name;
  bool plain = true;
  for (const Argument& base : c.bases) {
    const Value* value = e.eval(*base.value);
    if (value->kind == Value::Kind::kReference) {
      e.raise("RuntimeError", "a lazy object cannot be a base class in a config", e.span(c));
    }
    plain = plain && value->kind == Value::Kind::kObject;
  }
  object->scope = &e.new_scope(
      Scope{.names = e.pool().make(Value::Kind::kDict), .enclosing = &e.scope(), .is_class = true});
  {
    const ScopeGuard guard(e, object->scope, e.file());
    for (const std::string_view name : {"__module__", "__qualname__"}) {
      e.bind(name, *e.unknown("a name that Python gives to a class", e.span(c)), nullptr);
    }
    e.run(c.body);
  }
  Value* value = object_value(e, ObjectPtr(object.release()),
                              e.pool().keep(fmt::format("class {}", c.name)), e.span(c));
  decorate(e, c.decorators, decorators, *value);
  if (!decorators.empty() || !plain) {
    value = e.unknown("a class with a base or a decorator that is not known", e.span(c));
  }
  e.bind(c.name, *value, nullptr);
}

}  // namespace mmlint::python
