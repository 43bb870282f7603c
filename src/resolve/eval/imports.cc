#include <fmt/format.h>

#include "resolve/eval/natives.h"
#include "resolve/eval/statements.h"

// What `import` does in a config's body. In a lazy config (mmengine/config/utils.py,
// ImportTransformer) third-party names become lazy objects; in a classic one they are really
// imported, so that mmlint knows their names and nothing else.
namespace mmlint::resolve {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

Value* lazy_value(Evaluator& e, std::string prefix, std::string name, std::string module,
                  std::string result, Span span) {
  auto lazy = std::make_unique<LazyObject>();
  lazy->prefix = std::move(prefix);
  lazy->name = std::move(name);
  lazy->module = std::move(module);
  Value* value = e.pool().make(Kind::kReference, span);
  value->text = e.pool().keep(result);
  value->object = e.pool().keep(ObjectPtr(lazy.release()));
  return value;
}

// import torch [as t]: the lazy object of a module prints its own name twice (rule L5).
Value* lazy_module(Evaluator& e, std::string_view dotted, Span span) {
  const std::string name(dotted);
  return lazy_value(e, name, name, name, name + "." + name, span);
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
    Value* value = e.pool().make(Kind::kObject, span);
    value->text = "function read_base";
    value->object = e.pool().keep(ObjectPtr(function.release()));
    return value;
  }
  for (const std::string_view known : {"Config", "ConfigDict", "DictAction"}) {
    if (name != known) continue;
    auto type = std::make_unique<ClassObject>();
    type->name = known;
    Value* value = e.pool().make(Kind::kObject, span);
    value->text = e.pool().keep(fmt::format("class {}", known));
    value->object = e.pool().keep(ObjectPtr(type.release()));
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

void run_import(Evaluator& e, const Import& stmt) {
  if (e.lazy && stmt.names.size() > 1) {
    e.raise("AssertionError", "a lazy config may import one module per statement", e.span(stmt));
  }
  for (const ImportedName& n : stmt.names) {
    const Span span{e.file(), n.begin, n.end};
    const std::string_view bound = n.alias.empty() ? first_part(n.name) : n.alias;
    const bool standard = is_standard_module(n.name);
    if (e.lazy && (!standard || !n.alias.empty())) e.imported_names.emplace_back(bound);
    if (e.lazy && !standard) {
      Value* value = lazy_module(e, n.alias.empty() ? first_part(n.name) : n.name, span);
      bind_import(e, bound, *value, span);
      continue;
    }
    if (!standard) may_raise(e, span);
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
      if (e.lazy) {
        e.raise("ConfigParsingError",
                "`import *` is only allowed for base configs, inside `with read_base():`", span);
      }
      e.globals_unknown = true;
      continue;
    }
    const std::string_view bound = n.alias.empty() ? n.name : n.alias;
    if (e.lazy) e.imported_names.emplace_back(bound);
    if (e.lazy && !standard) {
      const std::string dotted = module + "." + std::string(n.name);
      bind_import(e, bound, *lazy_value(e, dotted, std::string(n.name), module, dotted, span),
                  span);
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

}  // namespace mmlint::resolve
