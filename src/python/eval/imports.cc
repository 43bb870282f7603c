#include "python/eval/imports.h"

#include "facts/libraries.h"
#include "python/eval/natives.h"
#include "python/eval/statements.h"

// What `import` does in a config's body. In a lazy config (mmengine/config/utils.py,
// ImportTransformer) third-party names become lazy objects; in a classic one they are really
// imported, so that mmlint knows their names and nothing else.
namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

Value* lazy_value(Evaluator& e, LazyObject object, Span span) {
  Value* value = e.pool().make(Value::Kind::kReference, span);
  value->set_text(e.pool().keep(object.module + "." + object.name));
  value->set_object(e.pool().keep(ObjectPtr(new LazyObject(std::move(object)))));
  return value;
}

// import torch [as t]: the lazy object of a module prints its own name twice (rule L5).
Value* lazy_module(Evaluator& e, std::string_view dotted, Span span) {
  LazyObject object;
  object.prefix = object.name = object.module = dotted;
  return lazy_value(e, std::move(object), span);
}

// from torch import nn
Value* lazy_name(Evaluator& e, std::string_view module, std::string_view name, Span span) {
  LazyObject object;
  object.prefix = fmt::format("{}.{}", module, name);
  object.name = name;
  object.module = module;
  object.imported = true;
  return lazy_value(e, std::move(object), span);
}

// LazyObject('torch', 'nn')
Value* make_lazy_object(Evaluator& e, Value*, const Arguments& a) {
  const bool known = a.keywords.empty() && !a.positional.empty() && a.positional.size() <= 2 &&
                     std::ranges::all_of(a.positional, [](const Value* v) {
                       return v->kind == Value::Kind::kString;
                     });
  if (!known) return not_computed(e, a, "a lazy object made by hand");
  const std::string_view module = a.positional[0]->text();
  return a.positional.size() == 1 ? lazy_module(e, module, a.span)
                                  : lazy_name(e, module, a.positional[1]->text(), a.span);
}

void bind_import(Evaluator& e, std::string_view name, Value& value, Span span) {
  e.bind(name, value,
         e.pool().origin({.key = span, .value = span, .how = How::kComputed, .set = &value}));
}

// What mmengine.config has that configs import. Null for anything else.
Value* of_mmengine(Evaluator& e, std::string_view name, Span span) {
  if (name == "read_base") {
    auto function = std::make_unique<FunctionObject>();
    function->name = name;
    function->file = e.file();
    function->opaque = true;
    Value* value = e.pool().make(Value::Kind::kObject, span);
    value->set_text("function read_base");
    value->set_object(e.pool().keep(ObjectPtr(function.release())));
    return value;
  }
  for (const std::string_view known : {"Config", "ConfigDict", "DictAction"}) {
    if (name != known) continue;
    auto type = std::make_unique<ClassObject>();
    type->name = known;
    Value* value = e.pool().make(Value::Kind::kObject, span);
    value->set_text(e.pool().keep(fmt::format("class {}", known)));
    value->set_object(e.pool().keep(ObjectPtr(type.release())));
    return value;
  }
  return nullptr;
}

// In a classic config, third-party code is really imported, and may not be there.
void may_raise(Evaluator& e, Span span) {
  e.unknown("whether a package is installed", span);
}

std::string_view first_part(std::string_view dotted) {
  return dotted.substr(0, dotted.find('.'));
}

// In a classic config it is really executed, and what it gives becomes a key.
void warn_of_import(Evaluator& e, const ImportFrom& stmt, std::string_view module) {
  if (&e.scope() != &e.module_scope()) return;
  e.hazards.warn(ProblemKind::kImportOrderChangesMode, e.span(stmt),
                 {{"module", std::string(module)}});
}

}  // namespace

Value* lazy_object_class(Evaluator& e) {
  Value* type = native_value(e, "LazyObject", make_lazy_object, nullptr, false, {});
  type->set_text("class LazyObject");
  return type;
}

void bind_packages(Evaluator& e,
                   const std::map<std::string_view, std::vector<const ImportedName*>>& packages) {
  for (const auto& [package, names] : packages) {
    LazyObject object;
    object.prefix = object.name = object.module = package;
    for (const ImportedName* n : names) object.dotted.emplace_back(n->name);
    const Span span{e.file(), names[0]->begin, names[0]->end};
    bind_import(e, package, *lazy_value(e, std::move(object), span), span);
  }
}

void run_import(Evaluator& e, const Import& stmt) {
  for (const ImportedName& n : stmt.names) {
    const Span span{e.file(), n.begin, n.end};
    const std::string_view bound = n.alias.empty() ? first_part(n.name) : n.alias;
    if (e.lazy && facts::is_frozen_module(n.name)) e.hazards.frozen.insert(bound);
    // Of a module with a second name, MMEngine looks at the first part only.
    if (e.lazy && !n.alias.empty() && !is_standard_module(first_part(n.name))) {
      bind_import(e, bound, *lazy_module(e, n.name, span), span);
      continue;
    }
    if (!is_standard_module(n.name)) may_raise(e, span);
    bind_import(e, bound, *module_value(e, n.alias.empty() ? first_part(n.name) : n.name, span),
                span);
  }
}

void run_import_from(Evaluator& e, const ImportFrom& stmt) {
  const bool standard = stmt.level == 0 && is_standard_module(stmt.module);
  const std::string module = std::string(static_cast<std::size_t>(stmt.level), '.') +
                             (stmt.module.empty() ? "None" : std::string(stmt.module));
  if (!e.lazy && stmt.level > 0) {
    e.raise("KeyError", "a classic config cannot import relative to itself: '__name__' is not set",
            e.span(stmt));
  }
  if (!e.lazy && !standard) {
    warn_of_import(e, stmt, module);
    may_raise(e, e.span(stmt));
  }
  for (const ImportedName& n : stmt.names) {
    const Span span{e.file(), n.begin, n.end};
    if (n.name == "*") {
      e.taint_everything("import * may have bound any name", e.span(stmt));
      continue;
    }
    const std::string_view bound = n.alias.empty() ? n.name : n.alias;
    if (e.lazy && standard && facts::is_frozen_module(stmt.module)) e.hazards.frozen.insert(bound);
    if (e.lazy && !standard) {
      bind_import(e, bound, *lazy_name(e, module, n.name, span), span);
      continue;
    }
    Value* value = first_part(stmt.module) == "mmengine" ? of_mmengine(e, n.name, span) : nullptr;
    if (!value && standard) {
      ModuleObject object;
      object.name = stmt.module;
      value = module_attribute(e, object, n.name, span);
    }
    if (!value) value = e.unknown("a name imported from a module that is not read", span);
    bind_import(e, bound, *value, span);
  }
}

}  // namespace mmlint::python
